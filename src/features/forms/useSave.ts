import { useLingui } from '@lingui/react/macro'
import { type RefObject, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { type Model, type Return, saveRecord } from '../../../contract/endpoints/records.ts'
import type { PageHost } from '../../engine/PageHost.ts'
import { touched } from '../../engine/touched.ts'
import { newId } from '../../lib/newId.ts'
import { serverNow } from '../../store/db/serverNow.ts'
import { unsentFiles } from '../../store/files/addBlob.ts'
import { pendingModel } from '../../store/outbox/pending.ts'
import { NotSaved, queue } from '../../store/outbox/queue.ts'
import type { DraftKeeper } from './draftKeeper.ts'
import type { Session } from './openForm.ts'
import { saveBody, saveNodesOf, titleOf } from './saveBody.ts'

interface SaveOptions {
  readonly session: Session
  readonly keeper: DraftKeeper
  readonly host: PageHost
  readonly address: string
  /** Scroll target if answers are missing. */
  readonly top: RefObject<HTMLElement | null>
  /** `stays`: the save does not leave the page. */
  onSaved(record: Model, stays: boolean): Promise<void>
}

interface Saving {
  save(setting?: FieldSetting<'save'>): Promise<void>
  /** Why the last save failed, in words; undefined after a success. */
  readonly notSaved: string | undefined
}

/** Validates the form and shows the problems at once, so that the page can scroll to them. */
function isValid(form: Session['form']): boolean {
  let problems = form.problems()
  flushSync(() => {
    problems = form.validate()
  })
  return problems.length === 0
}

/** Shows the messages above the form, and gives them the focus. */
function toTop(top: HTMLElement | null): void {
  top?.scrollIntoView({ block: 'start' })
  const summary = top?.querySelector<HTMLElement>('[data-problems]') ?? top
  summary?.focus({ preventScroll: true })
}

/** Gives the focus back to a control that was left for the save, or to the content if the control is gone. */
function keepFocus(control: Element | null): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const place = control?.isConnected ? control : document.getElementById('main')
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
  })
}

/** Returns where to go after the save, and what to say. */
function returnOf(setting: Partial<FieldSetting<'save'>>, { form, settings }: Session): Return {
  const { returnUrlDelay, returnMessage } = setting
  const returnUrl = setting.returnUrl ?? settings.returnUrl
  return {
    ...(returnUrl === undefined ? {} : { returnUrl }),
    ...(returnUrlDelay === undefined ? {} : { returnUrlDelay }),
    ...(returnMessage === undefined ? {} : { returnMessage: form.markdown(undefined, returnMessage) }),
  }
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/**
 * A save with a `path` stores the answers in another record. Returns undefined when that is the record of the form.
 */
async function targetOf({ path: place, ...setting }: Partial<FieldSetting<'save'>>, session: Session, now: number) {
  const { form, settings, shape, recordPath, data } = session
  const filled = place === undefined ? '' : form.text(undefined, place).replace(/^\//, '')
  const path = filled.replace(/:new$/, () => newId())
  if (path === '' || path === recordPath) return undefined
  const isNew = path !== filled
  const { model, rev } = isNew ? { model: {}, rev: 0 } : await pendingModel(path)
  const isOther = folderOf(path) !== folderOf(recordPath)
  const { base: _, ...whole } = saveBody({
    form,
    settings,
    setting,
    shape,
    found: {},
    isNew,
    isOther,
    recordPath: path,
    team: data.team,
    now,
  })
  const files = await unsentFiles(whole.files ?? [])
  const { files: __, ...rest } = whole
  const body = { ...rest, ...(files.length > 0 && { files }) }
  const base = touched(model, body.payload)
  const isKnown = Object.keys(base).length > 0
  return { path, rev: isKnown ? rev : undefined, body: isKnown ? { ...body, base } : body }
}

/** Stores the save on the device, in the same step as the end of the draft. */
async function queueSave(setting: Partial<FieldSetting<'save'>>, session: Session, address: string) {
  const { form, settings, found, isNew, recordPath, shape, path, initHash, visit, rev } = session
  const { at: now } = await serverNow().catch(() => ({ at: Date.now() }))
  const target = await targetOf(setting, session, now)
  const ownRev = isNew ? 0 : rev
  const body = target?.body ?? saveBody({ form, settings, setting, shape, found, isNew, recordPath, team: session.data.team, now })
  const { opId } = await queue(saveRecord, { '*': target?.path ?? recordPath }, body, {
    blobIds: (body.files ?? []).map(({ id }) => id),
    initHash,
    baseRev: target ? target.rev : ownRev,
    ...(visit && { draft: { path, initHash: visit.key } }),
    title: titleOf(form, settings),
    address,
  })
  return { body, opId, isElsewhere: target !== undefined }
}

/**
 * Save: validates first, and on errors only scrolls to the top (spec/1 §4.1). Otherwise it stores the record
 * on the device, where it can't be lost, and the outbox delivers it. If the device can't store it, the form
 * stays as it is and shows a message.
 */
export function useSave({ session, keeper, host, address, top, onSaved }: SaveOptions): Saving {
  const { t } = useLingui()
  const [notSaved, setNotSaved] = useState<string>()

  const save = useCallback(
    async (given?: FieldSetting<'save'>) => {
      const { form, readOnly } = session
      if (readOnly) return
      // First commit the input of the focused control.
      const active = document.activeElement
      if (active instanceof HTMLElement) active.blur()
      setNotSaved(undefined)
      if (!isValid(form)) {
        toTop(top.current)
        return
      }
      const setting: Partial<FieldSetting<'save'>> = given ?? (saveNodesOf(form)[0]?.setting as FieldSetting<'save'> | undefined) ?? {}
      const done = host.busy()
      try {
        keeper.stop()
        const { body, opId, isElsewhere } = await queueSave(setting, session, address)
        const after = returnOf(setting, session)
        host.dirty(false)
        // When another record has the answers, this form starts over.
        await onSaved(body.payload, !isElsewhere && after.returnUrl === 'nop')
        host.finish({ ...after, queued: true, recovery: setting.recoveryEnabled === true, ...{ opId } }, 'record')
      } catch (error) {
        keeper.resume()
        keeper.touch()
        setNotSaved(error instanceof NotSaved ? error.message : t`The device could not store it. Try again.`)
        toTop(top.current)
      } finally {
        done()
        keepFocus(active)
      }
    },
    [address, host, keeper, onSaved, session, t, top],
  )

  return { save, notSaved }
}
