import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { archiveProject, type Project } from '../../../contract/endpoints/projects.ts'
import { type Model, saveRecord } from '../../../contract/endpoints/records.ts'
import { queue } from '../../store/outbox/queue.ts'
import { whenSettled } from '../../store/outbox/useChangesOver.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { alertDialog, confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import * as styles from './projects.module.css'

/** Archive, Unarchive, Template and Delete of a project, for its managers (decision OQ-146). */
export function ProjectMenu({ project, refresh }: { readonly project: Project; readonly refresh: () => Promise<void> }) {
  const { t } = useLingui()
  const id = useId()
  const router = useRouter()
  const online = useOnline()
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [archiving, setArchiving] = useState(false)
  const { name, archived, isTemplate } = project.model

  /** Sends a change and waits for the answer: the server may refuse it, and then nothing has happened. */
  const send = async (payload: Model): Promise<boolean> => {
    const { opId } = await queue(saveRecord, { '*': `teams/${project.id}` }, { payload }, { title: name })
    const { sent, message } = await whenSettled(opId)
    if (!sent) await alertDialog(message)
    return sent
  }
  const unarchive = async () => {
    toast(t`Unarchiving...`)
    if (!(await send({ archived: false }))) return
    toast(t`Unarchived`, 'success')
    await refresh()
  }
  const remove = async () => {
    const others = project.members?.some(({ status }) => status === 'Administrator' || status === 'Member' || status === 'Worker')
    if ((project.automationIds?.length ?? 0) > 0)
      return alertDialog(t`It still contains bots. Please move the bots to another project or delete them.`)
    if (others) return alertDialog(t`It still contains members. Please remove all members except the owner to allow deletion.`)
    if (!(await confirmDialog({ text: t`Are you sure you want to delete the project ${name}?`, ok: t`Delete`, danger: true }))) return
    toast(t`Deleting...`)
    if (!(await send({ deleted: true }))) return
    toast(t`Deleted`, 'success')
    await router.navigate({ href: '/teams' })
  }
  const needs = (label: string) => (online ? label : t`${label} (needs a connection)`)
  const items: MenuItem[] = [
    ...(archived
      ? [{ key: 'unarchive', icon: 'archive' as const, label: needs(t`Unarchive`), disabled: !online, onPress: unarchive }]
      : [
          ...(mayBilling(project.billingRole, 'template.mark')
            ? [
                {
                  key: 'template',
                  icon: 'clipboard' as const,
                  label: isTemplate ? t`Remove Template` : t`Mark as Template`,
                  onPress: async () => {
                    if (await send({ isTemplate: !isTemplate })) await refresh()
                  },
                },
              ]
            : []),
          { key: 'archive', icon: 'archive' as const, label: needs(t`Archive`), disabled: !online, onPress: () => setArchiving(true) },
        ]),
    { key: 'delete', icon: 'trash' as const, label: needs(t`Delete`), danger: true, disabled: !online, onPress: remove },
  ]
  return (
    <>
      <Button
        ref={anchor}
        icon="more"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {t`More`}
      </Button>
      {open && <Menu id={id} anchor={anchor} label={name} items={items} onClose={() => setOpen(false)} />}
      {archiving && <ArchiveDialog project={project} refresh={refresh} onClose={() => setArchiving(false)} />}
    </>
  )
}

/** The consequences of archiving, which the person must acknowledge first (spec/3 §5). */
function ArchiveDialog({
  project,
  refresh,
  onClose,
}: {
  readonly project: Project
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [yes, setYes] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const { name } = project.model
  const archive = async () => {
    if (!yes) return setWrong(t`Archival terms must be acknowledged`)
    try {
      const answer = await ask(archiveProject, { id: project.id })
      if (answer.error !== undefined) return setWrong(answer.error)
      await refresh()
      onClose()
    } catch (error) {
      setWrong((error instanceof Error && error.message) || t`The project could not be archived. Try again when there is a connection.`)
    }
  }
  return (
    <Dialog
      open
      kind="generic"
      title={t`Archive ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={() => archive()}>
            {t`Archive`}
          </Button>
        </>
      }
    >
      <div className={styles.formColumn}>
        {wrong !== undefined && <Notice level="error">{wrong}</Notice>}
        <ul>
          <li>
            <Trans>All bots of this project stop and are archived with it.</Trans>
          </li>
          <li>
            <Trans>The project becomes read-only for everyone. Devices can't send unsent saves to it.</Trans>
          </li>
          <li>
            <Trans>The number of a bot may be reused after 3 months of disuse. Records stay.</Trans>
          </li>
        </ul>
        <CheckField label={t`Yes, I have read this`} checked={yes} onChange={() => setYes(!yes)} />
      </div>
    </Dialog>
  )
}
