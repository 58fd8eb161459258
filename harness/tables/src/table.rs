use std::{
    io,
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    thread,
};

use lawbook::{
    board::{Bitboard, Color},
    position::{CastlingRights, Position},
};

use crate::{
    class::{KEYS, TableClass, key, number},
    setting::{Passed, Setting, mirror_all},
    store::TableStore,
};

/// Number of settings that a thread takes at a time.
const PORTION: usize = 1 << 11;

/// For a setting and a side to move: squares of White's king with which White, and with which Black, can mate.
pub(crate) type Words = [Bitboard; 2];

/// Tables of classes, including all classes that captures and promotions lead to.
pub struct Tables {
    by_key: Vec<Option<Table>>,
    threads: usize,
}

/// The table of one class.
struct Table {
    class: TableClass,
    /// Four bitboards per setting: for each side to move, where White and where Black can mate.
    words: Vec<AtomicU64>,
}

impl Tables {
    /// Creates an empty set of tables, which will be computed by `threads` threads.
    pub fn new(threads: usize) -> Tables {
        Tables { by_key: (0..KEYS).map(|_| None).collect(), threads }
    }

    /// Computes the table of a class, after the tables that it depends on.
    ///
    /// Uses the stored table of `kept` if there is one; otherwise stores the computed table there.
    ///
    /// # Errors
    ///
    /// The store `kept` fails.
    pub fn make(&mut self, class: &TableClass, kept: &dyn TableStore) -> io::Result<()> {
        if self.by_key[class.key()].is_some() {
            return Ok(());
        }
        let words = (0..4 * class.settings()).map(|_| AtomicU64::new(0)).collect();
        let table = Table { class: class.clone(), words };
        if kept.read(class, &table.words)? {
            self.by_key[class.key()] = Some(table);
            return Ok(());
        }
        for next in class.next() {
            self.make(&next, kept)?;
        }
        self.fill(&table);
        kept.write(class, &table.words)?;
        self.by_key[class.key()] = Some(table);
        Ok(())
    }

    /// Drops the tables of classes with at least `pieces` pieces.
    pub fn forget(&mut self, pieces: usize) {
        for table in &mut self.by_key {
            table.take_if(|table| table.class.pieces() >= pieces);
        }
    }

    /// Whether `side` can still mate; `None` if no table covers the material.
    pub fn can_mate(&self, position: &Position, side: Color) -> Option<bool> {
        let setting = Setting::of(position.placement());
        if setting.is_none_or(|setting| self.table(&setting).is_none()) {
            let flipped = position.flip();
            self.table(&Setting::of(flipped.placement())?)?;
            return self.can_mate(&flipped, !side);
        }
        if position.castling() == CastlingRights::NONE && position.en_passant().is_none() {
            let words = self.words(&setting?, position.turn(), None);
            return Some(words[side as usize].contains(position.king(Color::White)));
        }
        Some(self.can_mate_with_rights(position, side))
    }

    /// Searches from a position with castling or en passant rights until these rights are gone and a table applies.
    fn can_mate_with_rights(&self, position: &Position, side: Color) -> bool {
        let mut found = vec![*position];
        let mut next = 0;
        while let Some(&position) = found.get(next) {
            next += 1;
            if position.is_checkmate() {
                if position.turn() != side {
                    return true;
                }
                continue;
            }
            for played in position.legal_moves() {
                let after = position.after(played).without_clocks();
                if after.castling() == CastlingRights::NONE && after.en_passant().is_none() {
                    if self.can_mate(&after, side) == Some(true) {
                        return true;
                    }
                } else if !found.contains(&after) {
                    found.push(after);
                }
            }
        }
        false
    }

    /// Computes a table: adds checkmates, then passes over the whole class until a pass adds nothing.
    fn fill(&self, table: &Table) {
        self.each_setting(&table.class, |number, setting| {
            for turn in Color::ALL {
                let mates = setting.mates(turn);
                table.add(number, turn, !turn, mates);
            }
        });
        // A bare king cannot give mate.
        let mut is_open = Color::ALL.map(|side| table.class.count(side) > 0);
        while is_open.contains(&true) {
            let changed = [AtomicBool::new(false), AtomicBool::new(false)];
            self.each_setting(&table.class, |number, setting| {
                for turn in Color::ALL {
                    let gained = self.gained(table, number, setting, turn, is_open);
                    for side in Color::ALL {
                        if !gained[side as usize].is_empty() {
                            table.add(number, turn, side, gained[side as usize]);
                            changed[side as usize].store(true, Ordering::Relaxed);
                        }
                    }
                }
            });
            is_open = changed.map(AtomicBool::into_inner);
        }
    }

    /// The squares to add: a move from there leads to a position known to be winnable for the side.
    fn gained(
        &self,
        table: &Table,
        number: usize,
        setting: &Setting,
        turn: Color,
        is_open: [bool; 2],
    ) -> Words {
        let legal = setting.legal(turn);
        let known = table.at(number, turn);
        let open = Color::ALL.map(|side| {
            if is_open[side as usize] { legal - known[side as usize] } else { Bitboard::EMPTY }
        });
        let mut gained = [Bitboard::EMPTY; 2];
        if open == gained {
            return gained;
        }
        setting.each_move(turn, |after, landing, passed| {
            let words = self.with_right(table, after, !turn, passed);
            for side in [0, 1] {
                gained[side] |= landing.back(words[side]) & open[side];
            }
            gained != open
        });
        gained
    }

    /// The words of a setting after a move, where `passed` is set if the move was a double step that can be captured en
    /// passant.
    fn with_right(
        &self,
        own: &Table,
        setting: &Setting,
        turn: Color,
        passed: Option<Passed>,
    ) -> Words {
        let mut words = self.words(setting, turn, Some(own));
        let Some(passed) = passed else { return words };
        // A position is not checkmate if a legal en passant capture exists.
        let winner = !turn as usize;
        for after in setting.en_passant(passed) {
            words[winner] = words[winner] - (setting.mates(turn) & after.legal(!turn));
        }
        for after in setting.en_passant(passed) {
            let more = self.words(&after, !turn, Some(own));
            words = [words[0] | more[0], words[1] | more[1]];
        }
        words
    }

    /// The words of a setting whose table has been made.
    pub(crate) fn known(&self, setting: &Setting, turn: Color) -> Words {
        self.words(setting, turn, None)
    }

    /// The words of a setting. `own` is the table under construction.
    #[inline]
    fn words(&self, setting: &Setting, turn: Color, own: Option<&Table>) -> Words {
        if setting.king.file().index() > 3 {
            return self.words(&setting.mirror(), turn, own).map(mirror_all);
        }
        let at = key(setting.pieces().iter().map(|piece| piece.kind));
        let table = match own {
            Some(own) if own.class.key() == at => Some(own),
            _ => self.by_key[at].as_ref(),
        };
        table.map_or([Bitboard::EMPTY; 2], |table| table.at(number(setting), turn))
    }

    fn table(&self, setting: &Setting) -> Option<&Table> {
        self.by_key[key(setting.pieces().iter().map(|piece| piece.kind))].as_ref()
    }

    /// Calls `work` with the index and the setting for every setting of a class, on all threads.
    pub(crate) fn each_setting(&self, class: &TableClass, work: impl Fn(usize, &Setting) + Sync) {
        let next = AtomicUsize::new(0);
        let run = || loop {
            let begin = next.fetch_add(PORTION, Ordering::Relaxed);
            if begin >= class.settings() {
                return;
            }
            for number in begin..class.settings().min(begin + PORTION) {
                if let Some(setting) = class.setting(number) {
                    work(number, &setting);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(run);
            }
            run();
        });
    }
}

impl Table {
    fn at(&self, number: usize, turn: Color) -> Words {
        let place = 4 * number + 2 * turn as usize;
        [0, 1].map(|side| Bitboard(self.words[place + side].load(Ordering::Relaxed)))
    }

    fn add(&self, number: usize, turn: Color, side: Color, squares: Bitboard) {
        let place = 4 * number + 2 * turn as usize + side as usize;
        self.words[place].fetch_or(squares.0, Ordering::Relaxed);
    }
}
