"""The held-out pairs as two clouds on one plane, before the rotation and after it."""

import numpy as np
import streamlit as st

from embedcore.charts.languages.alignment import two_clouds
from embedcore.charts.scatter import turned_to
from embedcore.languages.alignment import SPLITS, nearest_is_right
from embedcore.languages.clouds import Clouds, on_one_plane, spread_out
from embedcore.ui.languages.spaces import Setup
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text

BOX = {"wide": (380, 330), "phone": (330, 290)}  # pixels, of a plot
NAMED = {"wide": 7, "phone": 5}  # pairs: more would have no room


def show_clouds(text: Text, setup: Setup) -> None:
    """The same pairs twice; lines join a word and its translation."""
    st.markdown(f"#### {text('clouds.heading')}")
    held_out, spaces = setup.parts[0].held_out, setup.spaces
    source, target = spaces.source[spaces.source_rows], spaces.target[spaces.target_rows]
    source, target = source[held_out], target[held_out]
    turned = source @ setup.turn
    (*both, fixed), kept = on_one_plane((source, turned), target)
    screen = "phone" if on_phone() else "wide"
    box = BOX[screen]
    *both, fixed = np.split(turned_to(np.concatenate([*both, fixed]), box), 3)
    drawn = spread_out(fixed, NAMED[screen])
    pairs = [setup.named(setup.pairs[number]) for number in held_out[drawn]]
    names = {
        "languages": [text(f"rotation.languages.{language}") for language in setup.languages],
        "colours": (text("rotation.languages.en"), text("rotation.languages.zh")),
        "line_names": (text("clouds.right"), text("clouds.wrong")),
    }
    right = []
    places = zip(st.columns(2, gap="medium"), ("before", "after"), (source, turned), strict=True)
    for (place, when, cloud), points in zip(places, both, strict=True):
        found = nearest_is_right(cloud, target)
        clouds = Clouds(points, fixed, drawn, found[drawn])
        right.append(int(found.sum()))
        with place:
            st.markdown(f"**{text(f'clouds.{when}', k=setup.k, width=source.shape[1])}**")
            alt = text(f"clouds.alt.{when}", pairs=len(target), drawn=len(drawn))
            more = {"pairs": pairs, "box": box, **names}
            every = np.concatenate([*both, fixed])
            chart(alt, f"{text.page}.clouds.{when}", two_clouds, clouds, every, **more)
    st.caption(text("clouds.plane", splits=SPLITS, kept=kept, pairs=len(target)))
    means = [float(np.einsum("nd,nd->n", cloud, target).mean()) for cloud in (source, turned)]
    values = {"before": means[0], "after": means[1], "pairs": len(target)}
    values |= {"right_before": right[0], "right_after": right[1], "k": setup.k}
    if setup.k:
        earlier = text("clouds.see.earlier", **values)
        what_you_see(text, text("clouds.see.turned", **values), more=[earlier])
    else:
        what_you_see(text, text("clouds.see.same", **values))
