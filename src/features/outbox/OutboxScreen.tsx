import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { may } from '../../../contract/rules/permissions.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { nameOf } from '../../lib/pageOf.ts'
import { useUnprocessed } from '../../store/files/blobs.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useUnfinished } from '../../store/drafts/drafts-shelf.ts'
import { exportOutbox, importOutbox, sendNow, useOutbox, useOutboxCounts, useReceipts } from '../../store/outbox/outbox.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { confirmDialog } from '../../ui/overlays/confirm.tsx'
import { DeliveryMark } from '../../ui/feedback/DeliveryMark.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { giveFile } from '../../ui/giveFile.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { bytesText } from './bytes.ts'
import { Losses } from './Losses.tsx'
import { SaveCard } from './SaveCard.tsx'
import { useStorage } from './useStorage.ts'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginTop: '4' } })
const List = chakra('div', { base: { display: 'grid', gap: '3' } })
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <Heading>{title}</Heading>
      {children}
    </>
  )
}

/** All saves of this person on this device: pending, in need of a decision, quarantined, and sent. */
export function OutboxScreen() {
  const { t, i18n } = useLingui()
  const saves = useOutbox().filter((save) => save.own)
  const counts = useOutboxCounts()
  const chosen = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(10)
  const receipts = useReceipts(shown + 1)
  const drafts = useUnfinished()
  const unprocessed = useUnprocessed()
  const { facts, protect } = useStorage()
  const { data: me } = useCached(getMe)

  const stopped = saves.filter((save) => save.state === 'parked' || save.state === 'conflict' || save.state === 'authWait')
  const waiting = saves.filter((save) => !stopped.includes(save))
  const when = (at: number | string) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  const keeping = saves.length + unprocessed.length > 0

  const download = async () => {
    const day = new Date().toISOString().slice(0, 10)
    giveFile(await exportOutbox(), `muster-outbox-${day}.zip`)
    toast(t`Exported. Keep the file safe: it holds everything that has not been sent.`, 'success')
  }

  const takeIn = async (file: File) => {
    try {
      const { isAdmin = false, teams = [] } = me ?? {}
      const taken = await importOutbox(file, isAdmin || teams.some(({ role }) => may(role, 'outbox.read')))
      if (taken === 'notYours') toast(t`This file holds work of another person. That person or an administrator can take it in.`, 'error')
      else toast(taken === 0 ? t`Everything in this file is here already or has been sent.` : t`Taken in: ${taken}`, 'success')
    } catch {
      toast(t`This file is damaged or was not exported by Muster. Nothing was taken in.`, 'error')
    }
  }

  const leaving = counts.otherPeople - counts.otherWaiting
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
      footer={
        keeping && (
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
    >
      <Losses />
      {stopped.length > 0 && (
        <Section title={t`Needs you`}>
          <List>
            {stopped.map((save) => (
              <SaveCard key={save.opId} save={save} />
            ))}
          </List>
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title={t`On this device`}>
          <List>
            {waiting.map((save) => (
              <SaveCard key={save.opId} save={save} />
            ))}
          </List>
        </Section>
      )}
      {counts.otherWaiting > 0 && (
        <Notice>
          <Plural
            value={counts.otherWaiting}
            one="# save of another person waits on this device. It is sent when that person logs in here."
            other="# saves of other people wait on this device. They are sent when those people log in here."
          />
        </Notice>
      )}
      {leaving > 0 && (
        <Notice>
          <Plural
            value={leaving}
            one="# save of another person is on this device. It is sent from here as theirs."
            other="# saves of other people are on this device. They are sent from here as theirs."
          />
        </Notice>
      )}
      {drafts.length > 0 && (
        <Section title={t`Drafts`}>
          <Card>
            <RowList>
              <ListRow>
                <div>
                  <strong>
                    <Plural value={drafts.length} one="# draft" other="# drafts" />
                  </strong>
                  <Small>
                    <Trans>Typed but never saved. They are kept for 30 days.</Trans>
                  </Small>
                </div>
                <LinkButton href="/drafts" icon="edit">
                  {t`See the drafts`}
                </LinkButton>
              </ListRow>
            </RowList>
          </Card>
        </Section>
      )}
      {unprocessed.length > 0 && (
        <Section title={t`Not processed`}>
          <Small>
            <Trans>Pictures that this device could not prepare. They are kept as you took them.</Trans>
          </Small>
          <Card>
            <RowList>
              {unprocessed.map((file) => (
                <ListRow key={file.id}>
                  <div>
                    <strong>{file.filename}</strong>
                    <Small>
                      {when(file.at)} · {bytesText(file.size, i18n.locale)} · {file.reason}
                    </Small>
                  </div>
                  <Button
                    icon="download"
                    onClick={async () => {
                      const bytes = await file.open()
                      if (bytes) giveFile(bytes, file.filename)
                    }}
                  >
                    {t`Save a copy`}
                  </Button>
                  <Button
                    kind="quiet"
                    icon="trash"
                    onClick={async () => {
                      if (await confirmDialog({ text: t`Delete ${file.filename}?`, ok: t`Delete`, danger: true })) await file.remove()
                    }}
                  >
                    {t`Delete`}
                  </Button>
                </ListRow>
              ))}
            </RowList>
          </Card>
        </Section>
      )}
      <Section title={t`Sent`}>
        {receipts.length === 0 ? (
          saves.length === 0 ? (
            <EmptyState icon="send" title={t`Nothing sent yet`}>
              <Trans>What you save appears here at once, and stays until the server has confirmed it.</Trans>
            </EmptyState>
          ) : (
            <Small>
              <Trans>Nothing yet.</Trans>
            </Small>
          )
        ) : (
          <Card>
            <RowList>
              {receipts.slice(0, shown).map((receipt) => (
                <ListRow key={receipt.opId}>
                  <div>
                    <strong>{receipt.title || nameOf(receipt.path)}</strong>
                    <Small>{when(receipt.at)}</Small>
                  </div>
                  {receipt.outcome === 'sent' ? (
                    <DeliveryMark state="sent" />
                  ) : (
                    <Small>{receipt.outcome === 'discarded' ? t`Discarded by you` : t`Replaced by a corrected save`}</Small>
                  )}
                </ListRow>
              ))}
            </RowList>
            {receipts.length > shown && (
              <Button kind="quiet" full onClick={() => setShown(shown + 20)}>
                {t`Show more`}
              </Button>
            )}
          </Card>
        )}
      </Section>
      {facts && (
        <Section title={t`This device`}>
          <Card>
            <RowList>
              <ListRow>
                <div>
                  <strong>{facts.persisted ? t`Storage is protected` : t`Storage is not protected`}</strong>
                  <Small>
                    {facts.persisted ? (
                      <Trans>The browser has promised not to clear what you saved.</Trans>
                    ) : (
                      <Trans>
                        When this device runs out of room the browser may clear what you saved. Adding Muster to the home screen helps.
                      </Trans>
                    )}
                  </Small>
                </div>
                {facts.persisted === false && (
                  <Button
                    icon="lock"
                    onClick={async () => {
                      if (!(await protect())) toast(t`The browser did not agree. Add Muster to the home screen and try again.`, 'warning')
                    }}
                  >
                    {t`Protect it`}
                  </Button>
                )}
              </ListRow>
              {facts.free !== undefined && (
                <ListRow>
                  <div>
                    <strong>{t`Room for new work`}</strong>
                    <Small>
                      <Trans>
                        {bytesText(facts.free, i18n.locale)} free, {bytesText(facts.used ?? 0, i18n.locale)} in use
                      </Trans>
                    </Small>
                  </div>
                </ListRow>
              )}
              <ListRow>
                <div>
                  <strong>{t`Work of another device`}</strong>
                  <Small>
                    <Trans>Takes in a file that was exported here or elsewhere, and sends what has not arrived.</Trans>
                  </Small>
                </div>
                <Button icon="archive" onClick={() => chosen.current?.click()}>
                  {t`Import`}
                </Button>
                <input
                  ref={chosen}
                  type="file"
                  accept=".zip,application/zip"
                  hidden
                  aria-label={t`Import`}
                  onChange={(event) => {
                    const file = event.target.files?.[0]
                    event.target.value = ''
                    if (file) void takeIn(file)
                  }}
                />
              </ListRow>
              <ListRow>
                <div>
                  <strong>{t`Version`}</strong>
                  <Small>{__APP_VERSION__}</Small>
                </div>
              </ListRow>
            </RowList>
          </Card>
        </Section>
      )}
    </Page>
  )
}
