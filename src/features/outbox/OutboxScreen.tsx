import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { useUnfinished } from '../../store/drafts/useUnfinished.ts'
import { useUnprocessed } from '../../store/files/addBlob.ts'
import { exportOutbox, type OutboxView, sendNow, useOutbox, useOutboxCounts } from '../../store/outbox/queue.ts'
import { useCached } from '../../store/queries/cached.ts'
import { chakra } from '../../ui/chakra.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { useListMotion } from '../../ui/motion/useListMotion.ts'
import { DeviceSection } from './DeviceSection.tsx'
import { DraftsSection } from './DraftsSection.tsx'
import { Losses } from './Losses.tsx'
import { OtherPeopleNotices } from './OtherPeopleNotices.tsx'
import { OutboxSection } from './OutboxSection.tsx'
import { SaveCard } from './SaveCard.tsx'
import { SentSection } from './SentSection.tsx'
import { UnprocessedSection } from './UnprocessedSection.tsx'
import { useStorage } from './useStorage.ts'

const List = chakra('div', { base: { position: 'relative', display: 'grid', gap: '3' } })

/** All saves of this person on this device: pending, in need of a decision, quarantined, and sent. */
export function OutboxScreen() {
  const { t } = useLingui()
  const saves = useOutbox().filter((save) => save.own)
  const counts = useOutboxCounts()
  const drafts = useUnfinished()
  const unprocessed = useUnprocessed()
  const { facts, protect } = useStorage()
  const { data: me } = useCached(getMe)
  const { isAdmin = false, teams = [] } = me ?? {}
  const mayImportOthers = isAdmin || teams.some(({ role }) => may(role, 'outbox.read'))

  const stopped = saves.filter((save) => save.state === 'parked' || save.state === 'conflict' || save.state === 'authWait')
  const waiting = saves.filter((save) => !stopped.includes(save))
  const keeping = saves.length + unprocessed.length > 0
  const remaining = counts.saved + counts.sending + counts.needsYou
  return (
    <Page
      title={t`Outbox`}
      lead={
        remaining === 0 ? (
          <Trans>Everything you saved on this device has been sent.</Trans>
        ) : (
          <Plural
            value={remaining}
            one="# save is on this device and has not been sent yet. It stays here until it has."
            other="# saves are on this device and have not been sent yet. They stay here until they have."
          />
        )
      }
      footer={keeping && <OutboxActions />}
    >
      <Losses />
      {stopped.length > 0 && <SaveSection title={t`Needs you`} saves={stopped} />}
      {waiting.length > 0 && <SaveSection title={t`On this device`} saves={waiting} />}
      <OtherPeopleNotices counts={counts} />
      {drafts.length > 0 && <DraftsSection drafts={drafts} />}
      {unprocessed.length > 0 && <UnprocessedSection files={unprocessed} />}
      <SentSection hasSaves={saves.length > 0} />
      {facts && <DeviceSection facts={facts} protect={protect} mayImportOthers={mayImportOthers} />}
    </Page>
  )
}

function OutboxActions() {
  const { t } = useLingui()
  const download = async () => {
    const day = new Date().toISOString().slice(0, 10)
    downloadFile(await exportOutbox(), `muster-outbox-${day}.zip`)
    toast(t`Exported. Keep the file safe: it contains everything that has not been sent.`, 'success')
  }
  return (
    <>
      <Button icon="download" onClick={download}>
        {t`Export`}
      </Button>
      <Button
        kind="primary"
        icon="send"
        onClick={async () => {
          await sendNow()
          if (!navigator.onLine) toast(t`No connection. It is sent as soon as there is one.`)
        }}
      >
        {t`Send now`}
      </Button>
    </>
  )
}

function SaveSection({ title, saves }: { readonly title: string; readonly saves: readonly OutboxView[] }) {
  const list = useRef<HTMLDivElement>(null)
  useListMotion(list)
  return (
    <OutboxSection title={title}>
      <List ref={list}>
        {saves.map((save) => (
          <SaveCard key={save.opId} save={save} />
        ))}
      </List>
    </OutboxSection>
  )
}
