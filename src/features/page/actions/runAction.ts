import { t } from '@lingui/core/macro'
import type { Action, ActionMessage } from '../../../../contract/forms/action.ts'
import { type ActionAnswer, patchAction, postAction, queuedPatch, queuedPost, rpc } from '../../../../contract/endpoints/actions.ts'
import { isLanguage } from '../../../../contract/reference/languages.ts'
import { autoFeed, type Model, patchRecord, type RecordSave, type Return, saveRecord } from '../../../../contract/endpoints/records.ts'
import type { ActionContext, PageHost } from '../../../engine/PageHost.ts'
import { touched } from '../../../engine/touched.ts'
import { newId } from '../../../lib/newId.ts'
import { NotSaved, queue } from '../../../store/outbox/queue.ts'
import { pendingModel } from '../../../store/outbox/pending.ts'
import { AskFailed, ask } from '../../../sync/ask.ts'
import { alertDialog, confirmDialog } from '../../../ui/overlays/confirmDialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { changeLanguage } from '../useLanguageOf.ts'
import { getCurrentPage } from '../currentPage.ts'
import { safeHref } from '../../../lib/safeHref.ts'
import { returnStep } from '../returnStep.ts'
import { apiPathOf, menuTitle, recordPathOf, type Step, stepOf } from './stepOf.ts'
import { share } from './share.ts'

export interface MenuEntry {
  readonly title: string
  readonly action: string
}

/** The parts of the page shell that an action uses. */
export interface ActionShell {
  readonly host: Pick<PageHost, 'busy' | 'finish' | 'fail' | 'reload' | 'navigate'>
  /** The record that the page shows, as received from the server. */
  readonly record: { readonly path: string; readonly rev: number; readonly model: Model } | undefined
  /** Shows a choice to the person; resolves to undefined if they choose none. */
  choose(entries: readonly MenuEntry[]): Promise<MenuEntry | undefined>
}

type Answer = ActionAnswer & { queued?: boolean; opId?: string | undefined }

declare global {
  interface Window {
    /** An optional guidance tool (decision OQ-084). */
    userflow?: { updateUser?(attributes: Model): unknown } | undefined
  }
}

/** Fills placeholders only if the text has some: the template parser is not part of the first paint. */
async function fill(text: string, { model, path }: ActionContext): Promise<string> {
  if (!text.includes('{{')) return text
  const [{ parseTemplate, scopeOf }] = await Promise.all([
    import('../../../../contract/forms/template.ts'),
    import('../../../../contract/forms/functions/allFunctions.ts'),
  ])
  return parseTemplate(text).fill(scopeOf({ key: path?.split('/').at(-1), ...model }))
}

async function filled(body: Model, context: ActionContext): Promise<Model> {
  const entries = Object.entries(body).map(async ([name, value]) => [name, typeof value === 'string' ? await fill(value, context) : value])
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][])
}

/** Queues a change of a record in the outbox like every save, together with the values it was based on. */
async function changeRecord(
  does: 'patch' | 'post',
  path: string,
  body: Partial<RecordSave> & { payload: Model },
  context: ActionContext,
  shell: ActionShell,
): Promise<Answer> {
  const place = path.replace(/:new$/, () => newId())
  const seen = shell.record?.path === place ? shell.record : undefined
  const { model, rev } = await pendingModel(place, seen?.model, seen?.rev)
  const base = place === path && Object.keys(model).length > 0 ? touched(model, body.payload) : undefined
  const { title } = context.model
  const saved = await queue(
    does === 'patch' ? patchRecord : saveRecord,
    { '*': place },
    { ...body, ...(base && { base }) },
    { baseRev: place === path ? rev || undefined : 0, title: typeof title === 'string' ? title : undefined },
  )
  return { queued: true, opId: saved.opId }
}

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Sends a request of an action: changes of records, and requests with `queue`, through the outbox; all others
 * now.
 */
async function send(step: Extract<Step, { do: 'patch' | 'post' | 'rpc' }>, context: ActionContext, shell: ActionShell): Promise<Answer> {
  const body = await filled(step.body, context)
  if (step.do === 'rpc') {
    const { path } = context
    const asks = { ...(path !== undefined && { path }), ...(Object.keys(body).length > 0 && { input: body }) }
    if (!step.queue) return await ask(rpc, { name: step.name }, asks)
    return await later(queuedPost, `rpc/${step.name}`, asks, {}, path)
  }
  const url = await fill(step.url, context)
  const record = recordPathOf(url)
  if (record !== undefined) {
    const { payload = body, ...rest } = body
    const whole = isModel(payload) ? { ...('payload' in body ? (rest as Partial<RecordSave>) : {}), payload } : { payload: body }
    return await changeRecord(step.do, record, whole, context, shell)
  }
  const at = apiPathOf(url, location.origin)
  if (!at) throw new Error(t`This address belongs to another site: ${url}`)
  if (step.queue) return await later(step.do === 'patch' ? queuedPatch : queuedPost, at.path, body, at.query, context.path)
  return await ask(step.do === 'patch' ? patchAction : postAction, { '*': at.path }, body, { query: at.query as never })
}

/** Queues a request in the outbox, after the saves of its record. */
async function later(
  endpoint: typeof queuedPost,
  path: string,
  body: Model,
  query: Record<string, string>,
  record: string | undefined,
): Promise<Answer> {
  const { opId } = await queue(endpoint, { '*': path }, body, {
    query,
    record,
    initHash: `${path} ${JSON.stringify(query)}`,
  })
  return { queued: true, opId }
}

async function feedOf(feed: ActionMessage['feed'], context: ActionContext): Promise<RecordSave['feed']> {
  if (feed === false) return false
  return feed === undefined ? autoFeed : { ...autoFeed, text: await fill(feed, context) }
}

async function save(setting: ActionMessage, context: ActionContext, shell: ActionShell): Promise<Answer> {
  const path = setting.path === undefined ? context.path : await fill(setting.path, context)
  if (!path) throw new Error(t`There is no record to save.`)
  const { feed, rpc: after, saveRpc, allowedAttributes } = setting
  const body = {
    payload: setting.record ? await filled(setting.record, context) : context.model,
    feed: await feedOf(feed, context),
    ...(after !== undefined && { rpc: after }),
    ...(saveRpc !== undefined && { saveRpc }),
    ...(allowedAttributes !== undefined && { allowedAttributes: [...allowedAttributes] }),
  }
  return await changeRecord('post', path.replace(/^\//, ''), body, context, shell)
}

async function remove(step: Extract<Step, { do: 'delete' }>, context: ActionContext, shell: ActionShell): Promise<Answer> {
  const given = step.path === undefined ? undefined : await fill(step.path, context)
  const path = given === undefined ? context.path : (recordPathOf(given) ?? given.replace(/^\//, ''))
  if (!path) throw new Error(t`There is no record to delete.`)
  return await changeRecord('patch', path, { payload: { deleted: true }, feed: false }, context, shell)
}

/** Sets the language of the device, and of the signed-in person if there is one. */
async function speak(code: string): Promise<void> {
  if (!isLanguage(code)) return
  await changeLanguage(getCurrentPage()?.personPath, code)
}

/** Returns the error message for a failed action. */
function troubleOf(error: unknown): { code?: string; message: string; passing: boolean } {
  if (error instanceof ActionRefused) return { ...error.trouble, passing: false }
  if (error instanceof AskFailed && error.kind === 'captive')
    return { message: t`This Wi-Fi asks you to sign in first. Then try again.`, passing: true }
  if (error instanceof AskFailed && error.kind === 'busy') return { message: t`The server is busy. Try again in a moment.`, passing: true }
  if (error instanceof AskFailed && error.kind === 'offline')
    return {
      message: t`This needs a connection. Everything you typed is still here; try again when you have signal.`,
      passing: true,
    }
  if (error instanceof AskFailed) return { code: error.code, message: error.message, passing: false }
  return { message: error instanceof Error ? error.message : String(error), passing: error instanceof NotSaved }
}

function openWindow(url: string): void {
  const target = returnStep(url, location.origin)
  let address: string | undefined
  if (target.to === 'site') address = target.path
  if (target.to === 'outside') address = target.url
  const href = safeHref(address)
  if (href !== undefined) window.open(href, '_blank', 'noopener')
}

async function runChosen(actions: readonly MenuEntry[], context: ActionContext, shell: ActionShell): Promise<void> {
  const chosen = await shell.choose(actions.map(({ title, action }) => ({ title: menuTitle(title), action })))
  if (chosen) await runAction(chosen.action, context, shell)
}

/** Runs a step that needs no answer from the server; resolves to undefined if a request must be sent. */
async function atOnce(step: Step, context: ActionContext, shell: ActionShell): Promise<true | undefined> {
  const { host } = shell
  switch (step.do) {
    case 'share':
      await share(await fill(step.url, context))
      return true
    case 'open':
      openWindow(await fill(step.url, context))
      return true
    case 'go':
      host.navigate(await fill(step.url, context))
      return true
    case 'toast':
      toast(await fill(step.text, context), step.level)
      return true
    case 'language':
      await speak(await fill(step.code, context))
      return true
    case 'guidance':
      await window.userflow?.updateUser?.(await filled(step.attributes, context))
      return true
    case 'menu':
      await runChosen(step.actions, context, shell)
      return true
    case 'reload':
      host.reload()
      return true
    case 'nothing':
      return true
    default:
      return undefined
  }
}

async function returnOf(settings: Partial<ActionMessage>, context: ActionContext): Promise<Return> {
  const { returnUrl, returnUrlDelay, returnMessage } = settings
  return {
    ...(returnUrl !== undefined && { returnUrl: await fill(returnUrl, context) }),
    ...(returnUrlDelay !== undefined && { returnUrlDelay }),
    ...(returnMessage !== undefined && { returnMessage: await fill(returnMessage, context) }),
  }
}

/**
 * Runs an action. An error is shown instead of any success message. An action in the background shows
 * nothing, and passes its error only to `context.done` (spec/1 §8).
 */
export async function runAction(action: Action, context: ActionContext, shell: ActionShell): Promise<void> {
  const step = stepOf(action)
  const settings: Partial<ActionMessage> = typeof action === 'string' ? {} : action
  const background = settings.background === true
  try {
    if (settings.prompt && !(await confirmDialog({ text: await fill(settings.prompt, context) }))) return
    if (await atOnce(step, context, shell)) return context.done?.(undefined)
    if (!(await isDeleteConfirmed(step, context))) return
    if (!background) return await finishWith(step, settings, context, shell)
    await sendStep(step, context, shell)
    context.done?.(undefined)
  } catch (error) {
    const { passing, ...trouble } = troubleOf(error)
    if (background) return context.done?.(trouble)
    if (context.failed) return context.failed(trouble)
    if (passing) await alertDialog(trouble.message)
    else shell.host.fail(trouble, settings.recoveryEnabled)
  }
}

/** Asks before a delete with a title; every other step needs no question. */
async function isDeleteConfirmed(step: Step, context: ActionContext): Promise<boolean> {
  if (step.do !== 'delete' || step.title === undefined) return true
  const title = await fill(step.title, context)
  return confirmDialog({ text: t`Delete ${title}?`, ok: t`Delete`, danger: true })
}

/** Sends a step while the page shows that it is busy, then goes where the answer or the settings say. */
async function finishWith(step: Step, settings: Partial<ActionMessage>, context: ActionContext, shell: ActionShell): Promise<void> {
  const { host } = shell
  const done = host.busy()
  try {
    const { opId, ...answer } = await sendStep(step, context, shell)
    host.finish({ ...(await returnOf(settings, context)), ...answer, ...(answer.queued && opId !== undefined && { opId }) }, 'action')
  } finally {
    done()
  }
}

/** @throws ActionRefused if the answer of the server is an error */
async function sendStep(step: Step, context: ActionContext, shell: ActionShell): Promise<Omit<Answer, 'error'>> {
  const { error, ...answer } = await answerOf(step, context, shell)
  if (error) throw new ActionRefused(error)
  return answer
}

function answerOf(step: Step, context: ActionContext, shell: ActionShell): Promise<Answer> {
  if (step.do === 'delete') return remove(step, context, shell)
  if (step.do === 'save') return save(step.setting, context, shell)
  return send(step as Extract<Step, { do: 'patch' | 'post' | 'rpc' }>, context, shell)
}

/** The server ran the action and reported an error. */
class ActionRefused extends Error {
  readonly trouble: { code?: string; message: string }
  constructor(error: string | { code: string; message: string }) {
    super('refused')
    this.trouble = typeof error === 'string' ? { message: error } : error
  }
}
