"""Plan a watering schedule from soil readings."""

from __future__ import annotations

import argparse
import csv
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Iterable, Iterator

DRY_BELOW = 0.25
MINUTES_PER_POINT = 1.8


@dataclass(frozen=True)
class Reading:
    bed: str
    taken_at: datetime
    moisture: float


@dataclass
class Plan:
    minutes: dict[str, float] = field(default_factory=dict)

    def add(self, bed: str, minutes: float) -> None:
        self.minutes[bed] = self.minutes.get(bed, 0.0) + minutes

    @property
    def total(self) -> timedelta:
        return timedelta(minutes=sum(self.minutes.values()))


def read_csv(path: Path) -> Iterator[Reading]:
    with path.open(newline="", encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            try:
                yield Reading(row["bed"], datetime.fromisoformat(row["taken_at"]), float(row["moisture"]))
            except (KeyError, ValueError) as error:
                print(f"skipping {row!r}: {error}", file=sys.stderr)


def plan(readings: Iterable[Reading], *, since: datetime) -> Plan:
    latest: dict[str, list[float]] = defaultdict(list)
    for reading in readings:
        if reading.taken_at >= since:
            latest[reading.bed].append(reading.moisture)
    result = Plan()
    for bed, values in sorted(latest.items()):
        average = sum(values) / len(values)
        if average < DRY_BELOW:
            result.add(bed, (DRY_BELOW - average) * 100 * MINUTES_PER_POINT)
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readings", type=Path)
    args = parser.parse_args()
    print(plan(read_csv(args.readings), since=datetime(2024, 5, 1)).total)
