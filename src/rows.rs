//! Rows of a table as tests of their own.

/// A test for each row of a table: `rows!(name, for (input, right) in [(1, 2), (2, 4)] { assert_eq!(2 * input, right); });`
///
/// The tests are `name::row_1`, `name::row_2` and so on, so that a wrong row hides no other and can be run alone. The
/// loop is compiled once; each test runs it for one row. What rows have in common goes in a block before the loop.
macro_rules! rows {
    ($name:ident, for $($table:tt)*) => {
        rows!($name, {}, for $($table)*);
    };
    ($name:ident, { $($common:tt)* }, for $row:pat in [$($value:expr),+ $(,)?] $body:block) => {
        mod $name {
            #[allow(unused_imports)] // a table may need nothing of the module around it
            use super::*;

            fn run_row(wanted: usize) {
                $($common)*
                for (number, $row) in [$($value),+].into_iter().enumerate() {
                    if number == wanted $body
                }
            }

            rows!(@each [$($value)+]
                0 row_1, 1 row_2, 2 row_3, 3 row_4, 4 row_5, 5 row_6, 6 row_7, 7 row_8, 8 row_9, 9 row_10,
                10 row_11, 11 row_12, 12 row_13, 13 row_14, 14 row_15, 15 row_16, 16 row_17, 17 row_18, 18 row_19,
                19 row_20, 20 row_21, 21 row_22, 22 row_23, 23 row_24, 24 row_25, 25 row_26, 26 row_27, 27 row_28,
                28 row_29, 29 row_30, 30 row_31, 31 row_32, 32 row_33, 33 row_34, 34 row_35, 35 row_36, 36 row_37,
                37 row_38, 38 row_39, 39 row_40, 40 row_41, 41 row_42, 42 row_43, 43 row_44, 44 row_45, 45 row_46,
                46 row_47, 47 row_48, 48 row_49, 49 row_50, 50 row_51, 51 row_52, 52 row_53, 53 row_54, 54 row_55,
                55 row_56, 56 row_57, 57 row_58, 58 row_59, 59 row_60, 60 row_61, 61 row_62, 62 row_63, 63 row_64,
            );
        }
    };
    (@each [$value:tt $($values:tt)*] $number:literal $test:ident, $($more:tt)*) => {
        #[test]
        fn $test() {
            run_row($number);
        }
        rows!(@each [$($values)*] $($more)*);
    };
    (@each [] $($more:tt)*) => {};
}
