import type { ErrorCode } from '../../../contract/errors.ts'
import type { Language } from '../../../contract/languages.ts'
import type { App } from '../app.ts'
import { addressGroup, countAgainst, limits, overLimit } from '../limits/limits.ts'
import { sendNow } from '../texts/sendNow.ts'
import { personByMobile } from './person.ts'
import { newPin, usePin } from './pins.ts'
import { startSession } from './sessions.ts'

const pinTexts: Record<Language, (pin: string) => string> = {
  en: (pin) => `${pin} is your PIN to sign in. It works for 10 minutes. Do not share it.`,
  'en-au': (pin) => `${pin} is your PIN to sign in. It works for 10 minutes. Do not share it.`,
  es: (pin) => `${pin} es su PIN para entrar. Sirve durante 10 minutos. No lo comparta.`,
  pt: (pin) => `${pin} é o seu PIN para entrar. Vale por 10 minutos. Não compartilhe.`,
}

/** Numbers of the product's countries: us and ca (+1), au, gb. */
const servedCountry = /^\+(?:1|61|44)/

/**
 * Texts a PIN to the number. Known and unknown numbers are treated alike up to the text itself, so that only who holds a
 * number can find out, after typing the PIN, that nobody here has it (sign-in answers UNKNOWN_NUMBER then).
 */
export async function sendPin(app: App, { mobile, address, lang }: { mobile: string; address: string; lang: Language }): Promise<void> {
  await countAgainst(app, limits.pinPerAddress, addressGroup(address))
  if (!app.openNumbers.has(mobile)) {
    await countAgainst(app, limits.pinPerNumber, mobile)
    await countAgainst(app, limits.pinPerNumberDay, mobile)
  }
  const [person, pin] = await Promise.all([personByMobile(app.storage, mobile), newPin(app, mobile)])
  const sending = (async () => {
    if (!person && !(await mayTextStranger(app, mobile))) return
    await sendNow(app, { to: mobile, text: `${pinTexts[person?.lang ?? lang](pin)}${autofill(app, pin)}` })
  })()
  // A provider takes its time only for texts that are sent: who waits for it can tell. What is only kept is there at once.
  if (app.sms.kind === 'embedded') await sending
  else app.later(sending)
}

async function mayTextStranger(app: App, mobile: string): Promise<boolean> {
  if (!servedCountry.test(mobile)) return false
  if ((await overLimit(app, limits.strangerPerNumber, mobile)) > 0) return false
  return (await overLimit(app, limits.strangers, '')) === 0
}

/** The last line lets a phone fill the PIN in by itself (WICG "Delivering origin-bound one-time codes"). Never made from a request's Host. */
function autofill(app: App, pin: string): string {
  return app.publicUrl ? `\n\n@${new URL(app.publicUrl).hostname} #${pin}` : ''
}

export type SignInOutcome = { uid: string; token: string } | { code: ErrorCode }

export async function signInWithPin(
  app: App,
  { mobile, pin, address }: { mobile: string; pin: string; address: string },
): Promise<SignInOutcome> {
  await countAgainst(app, limits.guessPerAddress, addressGroup(address))
  const trouble = await usePin(app, mobile, pin)
  if (trouble) return { code: trouble }
  const person = await personByMobile(app.storage, mobile)
  if (!person) return { code: 'UNKNOWN_NUMBER' }
  if (person.disabled) return { code: 'ACCOUNT_DISABLED' }
  return { uid: person.uid, token: await startSession(app, person.uid) }
}
