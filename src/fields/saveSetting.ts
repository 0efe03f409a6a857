import type { ActionMessage } from '../../contract/forms/action.ts'
import type { FieldSetting } from '../../contract/forms/fieldShapes.ts'

/**
 * The save that a message asks of the form around it. Undefined for a message with values of its own (`record`):
 * it saves those, and not the answers of the form.
 */
export function saveSetting({ record, ...message }: ActionMessage): FieldSetting<'save'> | undefined {
  if (record !== undefined) return undefined
  const { path, feed, saveRpc, rpc, allowedAttributes, recoveryEnabled, returnUrl, returnUrlDelay, returnMessage } = message
  const returns = { returnUrl, returnUrlDelay, returnMessage }
  return { type: 'save', path, feed, saveRpc, rpc, allowedAttributes, recoveryEnabled, ...returns }
}
