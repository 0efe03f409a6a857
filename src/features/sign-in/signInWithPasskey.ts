import { t } from '@lingui/core/macro'
import { addPasskey, beginPasskey, passkeyOptions, passkeySignIn } from '../../../contract/endpoints/passkeys.ts'
import type { SignInAnswer } from '../../../contract/endpoints/sign-in.ts'
import { ask, AskFailed } from '../../sync/ask.ts'
import { failureWords } from './failureWords.ts'

/** The WebAuthn client is loaded on first use. */
const client = () => import('@simplewebauthn/browser')

type ForBrowser<F extends (...args: never[]) => unknown> = Parameters<F>[0] extends { optionsJSON: infer O } ? O : never
type Client = Awaited<ReturnType<typeof client>>

/** The parts of a credential that registration and login share; the product uses no extensions. */
const identityOf = ({ id, rawId, type }: { readonly id: string; readonly rawId: string; readonly type: 'public-key' }) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
})

/** Lets the person choose a passkey and signs them in with it. Rejects if they choose none. */
export async function signInWithPasskey(): Promise<SignInAnswer> {
  const [{ options }, { startAuthentication }] = await Promise.all([ask(passkeyOptions, undefined, {}), client()])
  const credential = await startAuthentication({ optionsJSON: options as unknown as ForBrowser<Client['startAuthentication']> })
  const { response } = credential
  return await ask(passkeySignIn, undefined, {
    credential: {
      ...identityOf(credential),
      response: {
        clientDataJSON: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
        ...(response.userHandle !== undefined && { userHandle: response.userHandle }),
      },
    },
  })
}

/**
 * Creates a passkey on this device, or on one that the person chooses. Rejects if they create none. Returns
 * the grant, if the PIN before it gave none.
 */
export async function makePasskey(name: string): Promise<string | undefined> {
  const [{ options }, { startRegistration }] = await Promise.all([ask(beginPasskey, undefined, {}), client()])
  const credential = await startRegistration({ optionsJSON: options as unknown as ForBrowser<Client['startRegistration']> })
  const { response } = credential
  const { grant } = await ask(addPasskey, undefined, {
    name,
    credential: {
      ...identityOf(credential),
      response: {
        clientDataJSON: response.clientDataJSON,
        attestationObject: response.attestationObject,
        ...(response.transports && { transports: response.transports }),
      },
    },
  })
  return grant
}

/** Returns the error message for the person. Undefined if they closed the browser's dialog themselves. */
export function passkeyTrouble(error: unknown): string | undefined {
  if (error instanceof AskFailed) {
    if (error.kind === 'offline') return t`A passkey needs a connection. Try again when there is one.`
    return error.kind === 'refused' && error.code === 'INVALID' ? error.message : failureWords(error)
  }
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return undefined
  if (name === 'InvalidStateError') return t`This device already has your passkey.`
  return t`This browser could not use a passkey here. Sign in with a PIN.`
}

/** Returns the default name of a new passkey. */
export const passkeyName = (): string => {
  const { userAgent } = navigator
  if (/iPhone/.test(userAgent)) return 'iPhone'
  if (/iPad/.test(userAgent)) return 'iPad'
  if (/Android/.test(userAgent)) return 'Android'
  if (/Windows/.test(userAgent)) return 'Windows'
  return /Mac OS/.test(userAgent) ? 'Mac' : t`Passkey`
}
