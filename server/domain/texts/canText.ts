import { text } from '../../i18n/text.ts'
import type { App } from '../app.ts'

/** False if this server has no text provider. The demo keeps its texts, and shows them at `/texts`. */
export const canText = ({ sms, demo }: Pick<App, 'sms' | 'demo'>): boolean => sms.kind !== 'embedded' || demo

export const noTexts = text(
  'This server sends no text messages yet, so this bot reaches no one. The people who run the server can set that up.',
)
