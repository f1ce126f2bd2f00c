"""Files that installed packages bring, read without importing the packages."""

from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from embedcore.errors import MissingPackageError


@cache
def package_file(package: str, path: str) -> Path:
    """The file ``path`` (as ``folder/name``) that the installed ``package`` brought.

    Raises ``MissingPackageError`` where the package, or the file in it, is not there.
    """
    try:
        found = [file for file in files(package) or () if file.as_posix() == path]
    except PackageNotFoundError:
        found = []
    if not found:
        raise MissingPackageError(package)
    return Path(found[0].locate())
