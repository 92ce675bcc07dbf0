"""A shopping cart that knows prices in cents."""

from dataclasses import dataclass, field


@dataclass
class Item:
    name: str
    cents: int
    count: int = 1

    def total(self) -> int:
        return self.cents * self.count


@dataclass
class Cart:
    items: list[Item] = field(default_factory=list)

    def add(self, item: Item) -> None:
        self.items.append(item)

    def total(self) -> int:
        return sum(item.total() for item in self.items)

    def receipt(self) -> str:
        rows = [f"{item.name}: {item.total()}" for item in self.items]
        return "\n".join(rows + [f"total: {self.total()}"])
