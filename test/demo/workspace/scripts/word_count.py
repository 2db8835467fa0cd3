"""Counts the words of each chapter: python scripts/word_count.py story/*.md"""

import re
import sys
from pathlib import Path


def words(text):
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    return re.findall(r"\w+(?:'\w+)?", text)


def reading_minutes(count, per_minute=230):
    return max(1, round(count / per_minute))


def main(paths):
    total = 0
    for path in map(Path, paths):
        count = len(words(path.read_text()))
        total += count
        print(f"{path.stem:20} {count:6} words, {reading_minutes(count)} min")
    print(f"{'all':20} {total:6} words")


if __name__ == "__main__":
    main(sys.argv[1:])
