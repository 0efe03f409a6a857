import type { TextReader } from '../textReader.ts'

/** Reads nothing, so every photo is accepted with `valid` unset (`TEXT_READER=off`). */
export const noTextReader: TextReader = {
  kind: 'none',
  check: async () => ({}),
  close: () => undefined,
}
