import type { Language } from '../../../contract/reference/languages.ts'
import type { Permission } from '../../../contract/rules/permissions.ts'
import type { Model, Return } from '../../../contract/endpoints/records.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { App } from '../app.ts'
import type { ActionRequest } from './actionRequest.ts'

/** Actions with an effect outside the database, such as a text. */
type EffectName = 'broadcast' | 'notify-managers'

/** The effects of actions. They run as jobs, which are retried until they succeed. */
export type ActionEffects = Readonly<Record<EffectName, (app: App, asked: ActionRequest) => Promise<void>>>

/** An action of the server that forms and buttons name (decision OQ-083). It acts on one record. */
export interface NamedAction {
  /**
   * The permission that a direct call needs in the project of the record. A save that names the action needs
   * only the permission to save.
   */
  readonly needs: Permission
  /**
   * Returns the new model of the record, or undefined to leave it. It is stored in the transaction of the
   * call, once per key.
   */
  change?(model: Model): Model | undefined
  /** Runs as a job. */
  readonly effect?: EffectName
  /** The answer for the person who pressed the button. */
  answer(language: Language): Return
}

const notifying =
  (notification: Text, returnUrl: Return['returnUrl'] = 'reload') =>
  (language: Language): Return => ({ returnUrl, notification: translate(language, notification) })

/** Registry of all actions. A new action is a new line here. Forms may name only these. */
export const namedActions: Readonly<Record<string, NamedAction>> = {
  complete: {
    needs: 'record.update',
    change: (model) => ({ ...model, titleStatus: 'Complete', tags: ['Complete'] }),
    answer: notifying(text('Marked as complete')),
  },
  reopen: {
    needs: 'record.update',
    change: (model) => ({ ...model, titleStatus: 'Processing', tags: ['Processing'] }),
    answer: notifying(text('Opened again')),
  },
  /** For the form of a broadcast bot only. */
  broadcast: {
    needs: 'record.readAll',
    effect: 'broadcast',
    answer: notifying(text('On its way'), 'nop'),
  },
  'notify-managers': {
    needs: 'form.fill',
    effect: 'notify-managers',
    answer: notifying(text('The managers get a text'), 'nop'),
  },
}

export const actionNames: ReadonlySet<string> = new Set(Object.keys(namedActions))

export const namedAction = (name: string): NamedAction | undefined => (Object.hasOwn(namedActions, name) ? namedActions[name] : undefined)
