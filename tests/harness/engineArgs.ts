/**
 * Node arguments for a process in which an embedded database lives for seconds. V8 recompiles hot WebAssembly
 * code for speed that pays off only after minutes; that is a third of the cost of a test server. This setting
 * makes it recompile only code that runs a hundred times as often.
 */
export const engineArgs: readonly string[] = ['--wasm-tiering-budget=180000000']
