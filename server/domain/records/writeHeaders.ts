import { Refused } from '../../../contract/Refused.ts'
import { idPattern, writeHeaders } from '../../../contract/endpoints/records.ts'
import { text } from '../../i18n/text.ts'

/** The headers of a write (contract/endpoints/records.ts `writeHeaders`). */
export interface WriteHeaders {
  readonly opId: string
  /** uid or `anonymous`. */
  readonly actor: string
  readonly device: string
  /** Sequence number of the device, increasing. */
  readonly seq: number
  /** The revision that the change is based on; 0 for a new record. */
  readonly baseRev?: number | undefined
  /** An operation of the same device that must be applied before. */
  readonly parentOp?: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Parses the headers of a write (names in lower case). Throws Refused 400. */
export function readWriteHeaders(headers: Headers): WriteHeaders {
  const valueOf = (name: string) => {
    const value = headers[name]
    return (Array.isArray(value) ? value[0] : value)?.trim() || undefined
  }
  const opId = valueOf(writeHeaders.key)
  if (opId === undefined)
    throw new Refused(400, 'key_missing', text('A write needs the header {header}.'), { values: { header: writeHeaders.key } })
  const actor = valueOf(writeHeaders.actor)
  const device = valueOf(writeHeaders.device)
  const base = valueOf(writeHeaders.base)
  return checkWriteHeaders({
    opId,
    actor: actor ?? wrong(writeHeaders.actor, 'the uid of the person, or anonymous'),
    device: device ?? wrong(writeHeaders.device, 'the id of the device'),
    seq: wholeNumber(valueOf(writeHeaders.seq), writeHeaders.seq),
    baseRev: base === undefined ? undefined : wholeNumber(base.replace(/^(?:W\/)?"(.*)"$/, '$1'), writeHeaders.base),
    parentOp: valueOf(writeHeaders.parent),
  })
}

/** Checks headers that a program made. Throws Refused 400. */
export function checkWriteHeaders(headers: WriteHeaders): WriteHeaders {
  const { opId, actor, device, seq, baseRev, parentOp } = headers
  if (!idPattern.test(opId)) wrong(writeHeaders.key, '20 letters and digits')
  if (!/^[\x21-\x7e]{1,128}$/.test(actor)) wrong(writeHeaders.actor, 'the uid of the person, or anonymous')
  if (!/^[\w.:-]{1,64}$/.test(device)) wrong(writeHeaders.device, 'at most 64 letters, digits and . _ : -')
  if (!isCount(seq)) wrong(writeHeaders.seq, 'a whole number')
  if (baseRev !== undefined && !(isCount(baseRev) && baseRev < 2 ** 31 - 1)) wrong(writeHeaders.base, 'a revision')
  if (parentOp !== undefined && !idPattern.test(parentOp)) wrong(writeHeaders.parent, '20 letters and digits')
  return headers
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

function wholeNumber(value: string | undefined, header: string): number {
  return value !== undefined && /^\d{1,16}$/.test(value) ? Number(value) : wrong(header, 'a whole number')
}

function wrong(header: string, expected: string): never {
  throw new Refused(400, 'INVALID', text('The header {header} is missing or wrong.'), {
    values: { header },
    details: [{ path: header, message: `expected ${expected}` }],
  })
}
