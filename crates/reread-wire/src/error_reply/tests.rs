use reread_edit::PatchError;

use super::*;

fn name() -> String {
    "a.txt".to_owned()
}

/// One error of every kind whose hint names an argument, an option, a tool or a command.
fn errors() -> Vec<ErrorReply> {
    let open = [
        OpenError::Outside(name()),
        OpenError::Missing { name: name(), similar: Vec::new() },
        OpenError::Missing { name: "a.rs#Cart".to_owned(), similar: Vec::new() },
        OpenError::NeedsApproval { name: name(), rule: "*.env".to_owned() },
        OpenError::OwnState(name()),
        OpenError::NotAFile { name: name(), kind: FileKind::Directory },
        OpenError::NotAFile { name: name(), kind: FileKind::Fifo },
        OpenError::OtherFilesystem(name()),
    ];
    let outline = [
        OutlineError::NoSymbol {
            symbol: name(),
            file: Some(name()),
            similar: Vec::new(),
            inherited: None,
            is_partial: false,
        },
        OutlineError::Stale { name: name(), asked: "1".to_owned(), now: "2".to_owned() },
    ];
    let write = [
        WriteError::NotAllowed(name()),
        WriteError::Exists { name: name(), current: "c3f9".to_owned() },
        WriteError::Stale { name: name(), was_named: true, current: "c3f9".to_owned(), since: None },
        WriteError::UnknownBase { name: name(), base: "v9".to_owned(), current: Some("c3f9".to_owned()) },
        WriteError::UnknownBase { name: name(), base: "v9".to_owned(), current: None },
        WriteError::BaseOfNone("v9".to_owned()),
        WriteError::UnseenLines { name: name(), lines: "1-2".to_owned() },
        WriteError::Patch(PatchError::NoForm),
        WriteError::WhichFile("the patch names no file".to_owned()),
        WriteError::NothingToUndo,
        WriteError::NoState,
        WriteError::OtherRoot(name()),
        WriteError::Restless(name()),
    ];
    let history = [
        HistoryError::UnknownVersion { name: name(), version: "v9".to_owned(), newest: "v3".parse().ok() },
        HistoryError::UnknownVersion { name: name(), version: "v9".to_owned(), newest: None },
        HistoryError::Ambiguous { name: name(), version: "12".to_owned() },
        HistoryError::NoHistory(name()),
        HistoryError::NoState,
    ];
    let mut errors: Vec<ErrorReply> = open.into_iter().map(ErrorReply::from).collect();
    errors.extend(outline.into_iter().map(ErrorReply::from));
    errors.extend(write.into_iter().map(ErrorReply::from));
    errors.extend(history.into_iter().map(ErrorReply::from));
    errors.push(StackError::NoState.into());
    errors.push(ErrorReply::failed(Code::NotSupported, "git", git_hint(&GitError::Outside)));
    errors
}

/// A command that the user is asked to run is no option of the caller.
fn is_for_user(hint: &str) -> bool {
    hint.contains("the user")
}

#[test]
fn no_hint_of_a_tool_names_an_option_or_a_command() {
    for error in errors() {
        let hint = &error.hint;
        assert!(!hint.is_empty(), "{}", error.message);
        assert!(!hint.contains(" --") && !hint.contains("(--"), "{hint}");
        assert!(!hint.contains("`reread ") || is_for_user(hint), "{hint}");
    }
}

#[test]
fn no_hint_of_the_command_line_names_an_argument_or_a_tool() {
    for error in errors() {
        let hint = error.for_command_line().hint;
        for word in ["mode='", "=true", "if_match", "write_file", "file_history", "stat_file", " path,"] {
            assert!(!hint.contains(word), "{hint}");
        }
    }
}
