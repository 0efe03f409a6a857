import type { Language } from '../../../contract/languages.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { Model, Return } from '../../../contract/records.ts'
import type { App } from '../app.ts'
import { broadcast } from '../bots/broadcast.ts'
import type { Asked } from './asked.ts'
import { notifyManagers } from './notifyManagers.ts'

/** An act of the server that forms and buttons name (decision OQ-083). It is about a record. */
export interface NamedAction {
  /** What a caller needs in the record's project. A save that names the action needs no more than the save itself. */
  readonly needs: Permission
  /** The record afterwards; undefined leaves it as it is. Stored in the transaction of the call, once per key. */
  change?(model: Model): Model | undefined
  /** What reaches beyond the database, run as a job until it succeeds. */
  after?(app: App, asked: Asked): Promise<void>
  /** What whoever pressed the button reads. */
  answer(language: Language): Return
}

type Words = Readonly<Record<'en' | 'es' | 'pt', string>>

const said =
  (words: Words) =>
  (language: Language): Return => ({ returnUrl: 'reload', notification: words[language === 'en-au' ? 'en' : language] })

/** Every action that there is; an area that has one adds its line. Forms may name these and no others. */
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
  /** Of the form of a broadcast bot alone. */
  broadcast: {
    needs: 'record.readAll',
    after: broadcast,
    answer: (language) => ({
      ...said({ en: 'On its way', es: 'En camino', pt: 'A caminho' })(language),
      returnUrl: 'nop',
    }),
  },
  'notify-managers': {
    needs: 'form.fill',
    after: notifyManagers,
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
