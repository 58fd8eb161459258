//! `lawbook-bind MODULE KIND DIR`: writes the JavaScript bindings of the WebAssembly file `MODULE` into `DIR`. `KIND`
//! is `node` or `page`.

#![forbid(unsafe_code)]

use std::{env, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, kind, folder] = arguments.as_slice() else {
        eprintln!("usage: lawbook-bind MODULE node|page DIR");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let set = match kind.as_str() {
        "node" => bindgen.typescript(true).nodejs(true).map(|_| ()),
        // Browsers load scripts from `file:` addresses, but not JavaScript modules.
        "page" => bindgen.no_modules(true).map(|_| ()),
        other => {
            eprintln!("unknown kind {other:?}; expected \"node\" or \"page\"");
            return ExitCode::from(2);
        }
    };
    match set.and_then(|()| bindgen.input_path(module).out_name("lawbook").generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
