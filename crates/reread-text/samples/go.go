// Package lease hands out names for a limited time.
package lease

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrTaken is returned while somebody else holds the name.
var ErrTaken = errors.New("lease: name is taken")

type entry struct {
	owner   string
	expires time.Time
}

// Table is safe for concurrent use.
type Table struct {
	mu      sync.Mutex
	entries map[string]entry
	now     func() time.Time
}

func NewTable(now func() time.Time) *Table {
	return &Table{entries: make(map[string]entry), now: now}
}

// Acquire takes the name for owner, or extends a lease that owner already has.
func (t *Table) Acquire(ctx context.Context, name, owner string, ttl time.Duration) (time.Time, error) {
	if err := ctx.Err(); err != nil {
		return time.Time{}, fmt.Errorf("acquire %q: %w", name, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()

	now := t.now()
	if held, ok := t.entries[name]; ok && held.owner != owner && held.expires.After(now) {
		return time.Time{}, fmt.Errorf("acquire %q for %s: %w", name, owner, ErrTaken)
	}
	expires := now.Add(ttl)
	t.entries[name] = entry{owner: owner, expires: expires}
	return expires, nil
}

// Sweep forgets what has expired and reports how many names became free.
func (t *Table) Sweep() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	freed := 0
	for name, held := range t.entries {
		if !held.expires.After(t.now()) {
			delete(t.entries, name)
			freed++
		}
	}
	return freed
}
