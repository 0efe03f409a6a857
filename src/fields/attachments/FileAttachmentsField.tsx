import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { recordPathPattern } from '../../../contract/endpoints/records.ts'
import { attachedTo } from '../../../contract/endpoints/uploads.ts'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { discardOp } from '../../store/outbox/queue.ts'
import { useAnswers, useWaiting } from '../../store/outbox/useWaiting.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { FieldProps } from '../defineField.ts'
import type { Form } from '../../engine/form.ts'
import { type FormHost, useFormHost } from '../useFormHost.ts'
import { useField, useText } from '../useField.ts'
import { AttachmentsField } from './AttachmentsField.tsx'
import { type Deliveries, FilesView } from './FilesView.tsx'
import { itemsOf } from './itemsOf.ts'
import { noteSending } from './rules.ts'
import { answeredFiles, sendOne, type Target, waitingFiles } from './sendOne.ts'
import * as styles from './attachments.module.css'

type Props = FieldProps<'file-attachments'>

/**
 * Photos and files that are sent one by one when they are chosen. A record that was never saved has no place
 * on the server for them: there they are answers of the form and are sent with the first save, unless the
 * setting names another place.
 */
export function FileAttachmentsField(props: Props) {
  const { form, node, setting } = props
  const host = useFormHost()
  const path = useText(form, node, setting.path ?? '')
  const isNew = (host.pagePath ?? host.recordPath).endsWith('/:new')
  if (setting.path === undefined && isNew) {
    const { type: _, path: __, ...rest } = setting
    return <AttachmentsField {...props} setting={{ ...rest, type: 'attachments' }} />
  }
  const target = setting.path === undefined ? ownTarget(host, setting) : targetOf(path)
  return target ? <SentFiles {...props} target={target} /> : <NoTarget />
}

function NoTarget() {
  const { t } = useLingui()
  return <Notice level="warning">{t`Files can be added here once the form says where they belong.`}</Notice>
}

const ownTarget = ({ recordPath, nested }: FormHost, { attribute }: FieldSetting<'file-attachments'>): Target => ({
  path: recordPath,
  attribute: nested ? `model.${attribute}` : attribute,
})

/** Parses `/api/attach/<record>?attribute=<list>`; undefined while a part of it is missing. */
function targetOf(address: string): Target | undefined {
  const [, path = '', attribute = attachedTo] = /^\/api\/attach\/([^?#]+)(?:\?attribute=([^&#]+))?$/.exec(address.trim()) ?? []
  return recordPathPattern.test(path) && path.split('/').length > 1 ? { path, attribute } : undefined
}

function SentFiles({ form, node, setting, target }: Props & { readonly target: Target }) {
  const { t } = useLingui()
  const host = useFormHost()
  const { id, value, readOnly, label, describedBy } = useField(form, node)
  const [complaints, setComplaints] = useState<readonly string[]>([])
  const [preparing, setPreparing] = useState<readonly string[]>([])
  const waiting = waitingFiles(useWaiting(target.path), target)
  const answers = useAnswers(target.path)
  const answered = answeredFiles(answers, target)

  const known = itemsOf(value)
  const ids = new Set(known.map((item) => item.id))
  const sent = answered.map(({ file }) => file).filter((file) => !ids.has(file.id))
  for (const file of sent) ids.add(file.id)
  const items = [...known, ...sent, ...waiting.map(({ file }) => file).filter((file) => !ids.has(file.id))]

  const deliveries: Deliveries = new Map([
    ...sent.map((file) => [file.id, { state: 'sent' as const, percent: 100 }] as const),
    ...waiting.map(({ file, delivery, percent }) => [file.id, { state: delivery, percent }] as const),
  ])

  const any = items.length > 0
  useEffect(() => {
    if (noteSending(setting, any)) form.refresh()
  }, [any, form, setting])

  useReloadAfterSending(form, target, answers && answered, waiting.length)

  const add = async (files: readonly File[]) => {
    setPreparing((list) => [...list, ...files.map((file) => file.name)])
    let names = items.map(({ filename }) => ({ filename }))
    for (const file of files) {
      const result = await sendOne({ file, names, target, draftId: host.draftId, title: label })
      if (result.complaint) setComplaints((list) => [...new Set([...list, result.complaint as string])])
      if (result.filename) names = [...names, { filename: result.filename }]
      setPreparing((list) => list.filter((_, at) => at !== list.indexOf(file.name)))
    }
  }

  const takeBack = async (opId: string, name: string) => {
    if (!(await confirmDialog({ text: t`Remove ${name}?`, ok: t`Remove`, danger: true }))) return
    await discardOp(opId)
    setTimeout(() => document.getElementById(id)?.focus())
  }
  const stuck = waiting.find(({ delivery }) => delivery === 'needsYou')

  return (
    <FilesView
      id={id}
      describedBy={describedBy}
      setting={setting}
      readOnly={readOnly}
      items={items}
      deliveries={deliveries}
      complaints={complaints}
      complain={setComplaints}
      onAdd={add}
      removal={(item) => {
        const act = waiting.find(({ file }) => file.id === item.id)
        const name = item.name || item.filename
        return act && act.delivery !== 'sending' && !readOnly
          ? { label: t`Remove ${name}`, run: () => void takeBack(act.opId, name) }
          : undefined
      }}
    >
      {preparing.length > 0 ? (
        <p className={styles.fileWaiting} role="status">
          {t`Preparing ${preparing.join(', ')}`}
        </p>
      ) : null}
      {!readOnly && <p className={styles.fileWaiting}>{t`Files are sent at once, also without saving the form.`}</p>}
      {stuck ? (
        <Notice level="warning">
          <p>{stuck.words}</p>
          <Button icon="list" onClick={() => host.page.navigate('/outbox')}>{t`Open the outbox`}</Button>
        </Notice>
      ) : null}
    </FilesView>
  )
}

/**
 * An answer may ask for a page reload. Unsaved input has priority: then the data stays as it is until the next
 * reload, and the file is shown as sent.
 */
function useReloadAfterSending(form: Form, target: Target, answered: ReturnType<typeof answeredFiles> | undefined, waiting: number): void {
  const host = useFormHost()
  const seen = useRef<{ target: string; opIds: Set<string> }>(undefined)
  const address = `${target.path} ${target.attribute}`
  const newest = answered?.map(({ opId }) => opId).join(' ')
  useEffect(() => {
    if (answered === undefined) return
    const before = seen.current?.target === address ? seen.current.opIds : undefined
    const fresh = before ? answered.filter(({ opId }) => !before.has(opId)) : []
    seen.current = { target: address, opIds: new Set(answered.map(({ opId }) => opId)) }
    if (waiting === 0 && fresh.some(({ returnUrl }) => returnUrl === 'reload') && !form.dirty()) host.page.reload()
    // oxlint-disable-next-line react/exhaustive-deps -- `newest` covers the answers
  }, [newest, address])
}
