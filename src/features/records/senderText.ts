import { t } from '@lingui/core/macro'
import type { Sender } from '../../../contract/endpoints/site/arrived.ts'

/** Returns who sent a record and from where: "Marisol Vega · Gate tablet", "Kiosk Gate 1". */
export function senderText({ kind, name, device }: Sender): string {
  const words = {
    person: name ?? t`Someone`,
    kiosk: name === undefined ? t`A kiosk` : t`Kiosk: ${name}`,
    visitor: t`Someone without an account`,
  }
  return [words[kind], device].filter(Boolean).join(' · ')
}
