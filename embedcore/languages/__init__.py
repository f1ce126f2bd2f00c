"""Two languages: two tables joined by a rotation, one model of many, and what a script costs."""
