/**
 * For a Node in which an embedded database lives for seconds. V8 translates what runs often in its WebAssembly once more, for speed that pays off
 * after minutes: a third of what a test's server costs. With this, only what runs a hundred times as often.
 */
export const engineArgs: readonly string[] = ['--wasm-tiering-budget=180000000']
