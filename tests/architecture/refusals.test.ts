import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Refused } from '../../contract/Refused.ts'
import { PaymentTrouble } from '../../server/adapters/payments/payments.ts'
import { TooManyRequests } from '../../server/domain/limits/limits.ts'
import { text } from '../../server/i18n/text.ts'
import { translate } from '../../server/i18n/translate.ts'

const sources = execFileSync('git', ['ls-files', 'server', 'contract'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^server\/demo\//.test(file))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }))

/** The places that a pattern finds: the file, and what is there. */
const found = (pattern: RegExp) => sources.flatMap(({ file, code }) => [...code.matchAll(pattern)].map(([said]) => `${file}: ${said}`))

describe('what the server refuses', () => {
  it('is said in texts of the catalogues alone: the compiler takes no other', () => {
    // @ts-expect-error An English sentence has no translation.
    expect(new Refused(400, 'INVALID', 'Choose a plan.')).toBeInstanceOf(Error)
    // @ts-expect-error Neither has the refusal of a card.
    expect(new PaymentTrouble('invalid', 'Choose a plan.')).toBeInstanceOf(Error)
    // A text is made by text() alone, whose literals the catalogues have.
    expect(found(/\bas (?:unknown as )?Text\b/g)).toEqual(['contract/Text.ts: as Text'])
  })

  it('names its values, and is English for the log', () => {
    const refused = new Refused(400, 'INVALID', text('{name} is already in the list.'), { values: { name: 'Crane' }, path: 'name' })
    expect(refused.message).toBe('Crane is already in the list.')
    const message = translate('es', refused.words, refused.values)
    expect(message).toContain('Crane')
    expect(message).not.toBe(refused.message)
    expect(refused.bodyWith(message)).toEqual({ code: 'INVALID', message, details: [{ path: 'name', message }] })
    expect(translate('pt', new TooManyRequests(3).words)).not.toBe(new TooManyRequests(3).message)
  })

  it('is a text of the catalogues also where an answer has it in its body', () => {
    expect(found(/\b(?:notification|error): (?:`|'[A-Z*]|"[A-Z])[^\n]*/g).filter((one) => one.startsWith('server/'))).toEqual([])
  })
})
