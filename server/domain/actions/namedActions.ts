import type { Language } from '../../../contract/reference/languages.ts'
import type { Permission } from '../../../contract/rules/permissions.ts'
import type { Model, Return } from '../../../contract/endpoints/records.ts'
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

type Words = Readonly<Record<'en' | 'es' | 'pt', string>>

const said =
  (words: Words) =>
  (language: Language): Return => ({ returnUrl: 'reload', notification: words[language === 'en-au' ? 'en' : language] })

/** Registry of all actions. A new action is a new line here. Forms may name only these. */
export const namedActions: Readonly<Record<string, NamedAction>> = {
  complete: {
    needs: 'record.update',
    change: (model) => ({ ...model, titleStatus: 'Complete', tags: ['Complete'] }),
    answer: said({ en: 'Marked as complete', es: 'Marcado como terminado', pt: 'Marcado como concluído' }),
  },
  reopen: {
    needs: 'record.update',
    change: (model) => ({ ...model, titleStatus: 'Processing', tags: ['Processing'] }),
    answer: said({ en: 'Opened again', es: 'Abierto de nuevo', pt: 'Reaberto' }),
  },
  /** For the form of a broadcast bot only. */
  broadcast: {
    needs: 'record.readAll',
    effect: 'broadcast',
    answer: (language) => ({
      ...said({ en: 'On its way', es: 'En camino', pt: 'A caminho' })(language),
      returnUrl: 'nop',
    }),
  },
  'notify-managers': {
    needs: 'form.fill',
    effect: 'notify-managers',
    answer: (language) => ({
      ...said({ en: 'The managers get a text', es: 'Los encargados reciben un mensaje', pt: 'Os responsáveis recebem uma mensagem' })(
        language,
      ),
      returnUrl: 'nop',
    }),
  },
}

export const actionNames: ReadonlySet<string> = new Set(Object.keys(namedActions))

export const namedAction = (name: string): NamedAction | undefined => (Object.hasOwn(namedActions, name) ? namedActions[name] : undefined)
