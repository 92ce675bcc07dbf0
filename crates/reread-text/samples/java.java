package org.example.library;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Keeps track of which reader has which book, and until when. */
public final class LoanRegister {
    private static final int MAX_LOANS_PER_READER = 5;

    private final Map<String, Loan> loansByBook = new HashMap<>();

    public record Loan(String bookId, String readerId, LocalDate dueOn) {
        public Loan {
            Objects.requireNonNull(bookId, "bookId");
            Objects.requireNonNull(readerId, "readerId");
        }

        public boolean isOverdue(LocalDate today) {
            return dueOn.isBefore(today);
        }
    }

    public synchronized Loan lend(String bookId, String readerId, LocalDate dueOn) {
        if (loansByBook.containsKey(bookId)) {
            throw new IllegalStateException("Book " + bookId + " is already on loan");
        }
        long held = loansByBook.values().stream().filter(loan -> loan.readerId().equals(readerId)).count();
        if (held >= MAX_LOANS_PER_READER) {
            throw new IllegalStateException("Reader " + readerId + " has " + held + " books");
        }
        Loan loan = new Loan(bookId, readerId, dueOn);
        loansByBook.put(bookId, loan);
        return loan;
    }

    public synchronized Optional<Loan> giveBack(String bookId) {
        return Optional.ofNullable(loansByBook.remove(bookId));
    }

    public synchronized List<Loan> overdue(LocalDate today) {
        List<Loan> result = new ArrayList<>();
        for (Loan loan : loansByBook.values()) {
            if (loan.isOverdue(today)) {
                result.add(loan);
            }
        }
        result.sort(Comparator.comparing(Loan::dueOn).thenComparing(Loan::bookId));
        return Collections.unmodifiableList(result);
    }
}
