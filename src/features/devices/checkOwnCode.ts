import { type CodeContent, checkDeviceCode, contentOfCode, partsOfCode } from '../../../contract/endpoints/devices.ts'
import { fromBase64url } from '../../lib/fromBase64url.ts'
import { serverNow } from '../../store/db/serverNow.ts'
import type { DeviceState } from '../../store/session/deviceState.ts'
import { deviceId } from '../../store/identity/useOwner.ts'
import { AskFailed, ask } from '../../sync/ask.ts'

/** Returns the content of a code, before it is verified. */
export function readCode(code: string): CodeContent | undefined {
  const parts = partsOfCode(code)
  if (!parts) return undefined
  try {
    return contentOfCode(new TextDecoder().decode(fromBase64url(parts.signed)))
  } catch {
    return undefined
  }
}

async function isSigned(code: string, verifyKey: string): Promise<boolean> {
  const parts = partsOfCode(code)
  if (!parts) return false
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('raw', fromBase64url(verifyKey), algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(parts.signed)
  return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, fromBase64url(parts.signature), signed)
}

export type Verdict = 'lock' | 'unlock' | 'foreign' | 'expired' | 'offline' | { readonly refused: string }

/** Verifies a code for this device: offline if the browser can, otherwise by the server. */
export async function checkOwnCode(code: string, device: DeviceState): Promise<Verdict> {
  const content = readCode(code)
  if (!content || content.for === 'register' || content.device !== (await deviceId())) return 'foreign'
  if ((globalThis.crypto as Crypto | undefined)?.subtle) {
    if (!(await isSigned(code, device.verifyKey))) return 'foreign'
    return content.until * 1000 < (await serverNow()).at ? 'expired' : content.for
  }
  try {
    return (await ask(checkDeviceCode, undefined, { token: device.token, code })).content
  } catch (error) {
    if (!(error instanceof AskFailed)) throw error
    return error.kind === 'refused' ? { refused: error.message } : 'offline'
  }
}
