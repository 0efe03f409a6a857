import { bytesOf, PdfStream, type PdfValue, type Ref, textOf } from './PdfValue.ts'

/** Encrypts the strings and the content of an object. */
export type Seal = (bytes: Uint8Array, kind: 'strings' | 'streams') => Uint8Array

/** Returns an object in file syntax, in parts. */
export function objectBytes({ num, gen }: Ref, value: PdfValue, seal: Seal = (bytes) => bytes): Uint8Array[] {
  const text = (one: PdfValue) => textOf(one, (bytes) => seal(bytes, 'strings'))
  if (!(value instanceof PdfStream)) return [bytesOf(`${num} ${gen} obj\n${text(value)}\nendobj\n`)]
  const raw = seal(value.raw, 'streams')
  const dict = new Map([...value.dict, ['Length', raw.length] as const])
  return [bytesOf(`${num} ${gen} obj\n${text(dict)}\nstream\n`), raw, bytesOf('\nendstream\nendobj\n')]
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A row of the cross-reference section. */
export interface Row {
  readonly num: number
  /** 0 free, 1 at a byte offset, 2 inside an object stream. */
  readonly kind: 0 | 1 | 2
  readonly second: number
  readonly third: number
}

/** Groups rows with consecutive numbers. */
export const sections = (rows: readonly Row[]): Row[][] => {
  const out: Row[][] = []
  for (const row of rows) {
    const last = out.at(-1)
    if (last && last.at(-1)?.num === row.num - 1) last.push(row)
    else out.push([row])
  }
  return out
}

/** Returns the cross-reference table. `whole`: of a file without an earlier one. */
export function tableText(rows: readonly Row[], whole: boolean): string {
  let text = 'xref\n'
  if (!whole && rows.length === 0) text += '0 0\n'
  for (const section of sections(rows)) {
    text += `${section[0]?.num ?? 0} ${section.length}\n`
    for (const { kind, second, third } of section)
      text += `${String(second).padStart(10, '0')} ${String(third).padStart(5, '0')} ${kind === 0 ? 'f' : 'n'} \n`
  }
  return text
}
