import { t } from '@lingui/core/macro'
import { getSealKey } from '../../../contract/endpoints/sealing.ts'
import { canSeal, noteSealKey, sealTo, setShared } from '../../store/encryption/sharedDevice.ts'
import { ask } from '../../sync/ask.ts'

/**
 * Marks this device as shared by several people. Resolves to the reason if that is not possible, otherwise
 * undefined.
 */
export async function makeShared(): Promise<string | undefined> {
  if (!canSeal())
    return t`This browser can't lock saves, because the address is not secure (https). So this device can't be a shared device.`
  try {
    if (!sealTo()) noteSealKey(await ask(getSealKey))
    setShared(true)
    return undefined
  } catch {
    return t`This needs a connection once. Try again when there is one.`
  }
}
