declare module 'pdfjs-dist/legacy/build/pdf.sandbox.min.mjs' {
  export function QuickJSSandbox(wasmUrl: string): Promise<unknown>
}
