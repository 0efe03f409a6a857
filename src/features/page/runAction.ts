import { t } from '@lingui/core/macro'
import { patchAction, postAction, rpc, shortLink } from '../../../contract/actions.ts'
import type { Action } from '../../../contract/action.ts'
import { isLanguage } from '../../../contract/languages.ts'
import { type Model, patchRecord, type Return, saveRecord } from '../../../contract/records.ts'
import type { PageHost } from '../../engine/host.ts'
import { NotSaved, queue } from '../../store/outbox.ts'
import { setPreference } from '../../store/preferences.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { alertDialog, confirmDialog } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { recordPathOf, type Step, stepOf } from './actionOf.ts'
import { returnStep } from './returnAddress.ts'

type Host = Pick<PageHost, 'busy' | 'finish' | 'fail' | 'reload' | 'navigate'>
interface Context {
  readonly model: Model
  readonly path?: string | undefined
}

/** Placeholders are filled only where there are some: the reader of templates is not part of the first paint. */
async function fill(text: string, model: Model): Promise<string> {
  if (!text.includes('{{')) return text
  const { parseTemplate, scopeOf } = await import('../../../contract/template.ts')
  return parseTemplate(text).fill(scopeOf(model))
}

async function share(url: string): Promise<void> {
  let link = new URL(url, location.origin).href
  const path = /^\/?api\/([^?#]+)/.exec(url)?.[1]
  if (path !== undefined) {
    const answer = await ask(shortLink, { '*': path }, undefined, { query: { json: 'true' } })
    link = answer.shortlink
  }
  if (navigator.share) {
    await navigator.share({ url: link }).catch(() => undefined)
    return
  }
  await navigator.clipboard.writeText(link)
  toast(t`Link copied`, 'success')
}

type Answer = Return & { error?: string | { code: string; message: string } | undefined }

/** Sends what an action says. A change of a record waits in the outbox like every save; anything else needs a connection. */
async function sendStep(step: Extract<Step, { do: 'patch' | 'post' | 'rpc' }>, context: Context): Promise<Answer & { queued?: boolean }> {
  if (step.do === 'rpc') return await ask(rpc, { name: step.name }, { ...(context.path && { path: context.path }) })
  const url = await fill(step.url, context.model)
  const record = recordPathOf(url)
  if (record !== undefined) {
    const { payload = step.body, ...rest } = step.body as { payload?: Model }
    await queue(step.do === 'patch' ? patchRecord : saveRecord, { '*': record }, { ...('payload' in step.body ? rest : {}), payload })
    return { queued: true }
  }
  const path = /^(?:https?:\/\/[^/]+)?\/?(?:api\/)?([^?#]+)/.exec(url)?.[1] ?? ''
  return await ask(step.do === 'patch' ? patchAction : postAction, { '*': path }, step.body)
}

async function remove(step: Extract<Step, { do: 'delete' }>, context: Context): Promise<Answer & { queued?: boolean }> {
  const path = (step.url && (recordPathOf(step.url) ?? step.url.replace(/^\//, ''))) || context.path
  if (!path) return {}
  await queue(patchRecord, { '*': path }, { payload: { deleted: true }, feed: false })
  return { queued: true }
}

/** Does what a button or link of a screen says (spec/1 §7). Trouble is shown; nothing is thrown. */
export async function runAction(action: Action, context: Context, host: Host): Promise<void> {
  const step = stepOf(action)
  const settings: Partial<Exclude<Action, string>> = typeof action === 'string' ? {} : action
  if (settings.prompt && !(await confirmDialog({ text: settings.prompt }))) return
  try {
    switch (step.do) {
      case 'share':
        return await share(await fill(step.url, context.model))
      case 'open': {
        const target = returnStep(await fill(step.url, context.model), location.origin)
        if (target.to === 'site') window.open(target.path, '_blank', 'noopener')
        else if (target.to === 'outside') window.open(target.url, '_blank', 'noopener')
        return
      }
      case 'go':
        return host.navigate(await fill(step.url, context.model))
      case 'toast':
        return toast(await fill(step.text, context.model))
      case 'language':
        if (isLanguage(step.code)) setPreference('language', step.code)
        return
      case 'reload':
        return host.reload()
      case 'nothing':
        return
      case 'delete':
        if (
          step.title &&
          !(await confirmDialog({ text: t`Delete ${await fill(step.title, context.model)}?`, ok: t`Delete`, danger: true }))
        )
          return
    }
    const done = host.busy()
    try {
      const { error, ...answer } = step.do === 'delete' ? await remove(step, context) : await sendStep(step, context)
      if (error) {
        host.fail(typeof error === 'string' ? { message: error } : error)
        return
      }
      host.finish(
        {
          ...(settings.returnUrl !== undefined && { returnUrl: settings.returnUrl }),
          ...(settings.returnUrlDelay !== undefined && { returnUrlDelay: settings.returnUrlDelay }),
          ...(settings.returnMessage !== undefined && { returnMessage: await fill(settings.returnMessage, context.model) }),
          ...answer,
        },
        'action',
      )
    } finally {
      done()
    }
  } catch (error) {
    if (error instanceof AskFailed && error.kind !== 'refused')
      await alertDialog(
        error.kind === 'captive'
          ? t`This Wi-Fi asks you to sign in first. Then try again.`
          : error.kind === 'busy'
            ? t`The server is busy. Try again in a moment.`
            : t`This needs a connection. Everything you typed is still here; try again when you have signal.`,
      )
    else if (error instanceof AskFailed) host.fail({ code: error.code, message: error.message })
    else if (error instanceof NotSaved) await alertDialog(error.message)
    else host.fail({ message: error instanceof Error ? error.message : String(error) })
  }
}
