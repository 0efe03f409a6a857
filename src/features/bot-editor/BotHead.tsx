import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { catalogueBot } from '../../../contract/reference/botCatalogue.ts'
import type { BotPageName } from '../../../contract/reference/botPageNames.ts'
import { pagesOfBot } from '../../../contract/reference/pagesOfBot.ts'
import { getBot } from '../../../contract/endpoints/bots.ts'
import { askNow, isTalking } from '../../../contract/endpoints/conversations.ts'
import { botPoster, posterAddress } from '../../../contract/endpoints/posters.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { useCached } from '../../store/queries/cached.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { QrCode } from '../../ui/data/QrCode.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import * as styles from './botEditor.module.css'

/** Downloads the QR code of a bot's public address as an image file that prints at any size. */
function download(title: string): void {
  const svg = document.querySelector(`.${styles.code} svg`)
  if (svg === null) return
  const drawn = svg.cloneNode(true) as SVGElement
  drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  drawn.removeAttribute('class')
  downloadFile(new Blob([drawn.outerHTML], { type: 'image/svg+xml' }), `${title}.svg`)
}

function Code({ id, title }: { readonly id: string; readonly title: string }) {
  const { t } = useLingui()
  const { data } = useCached(botPoster, { id })
  if (!data) return null
  return (
    <section className={styles.code} aria-label={t`QR code`}>
      <div className={styles.codePicture}>
        <QrCode text={data.address} label={t`QR code for ${data.name}`} level="Q" />
      </div>
      <div className={styles.codeWords}>
        <p>{data.short}</p>
        <div className={styles.ways}>
          <Button icon="download" onClick={() => download(title)}>{t`Download`}</Button>
          <LinkButton icon="file" target="_blank" rel="noopener" href={posterAddress(id, 'a4')}>{t`Print, A4`}</LinkButton>
          <LinkButton icon="file" target="_blank" rel="noopener" href={posterAddress(id, 'letter')}>{t`Print, Letter`}</LinkButton>
        </div>
      </div>
    </section>
  )
}

/**
 * The area above a bot's settings: its code to download and print, and links to its form, its records, and
 * the bots that it starts.
 */
export function BotHead() {
  const { t } = useLingui()
  const { pathname }: { readonly pathname: string } = useLocation()
  const id = pathname.split('/')[2] ?? ''
  const { data: bot } = useCached(getBot, { id })
  if (!bot) return null
  const { form, title, may, project, archived } = bot
  const starts = catalogueBot(bot.class)?.type === 'trigger' && !archived
  return (
    <div className={styles.head}>
      {form !== undefined && !archived && <Code id={id} title={title} />}
      <nav className={styles.ways} aria-label={title}>
        {form !== undefined && <RecordLinks id={id} form={form} bot={bot} />}
        {isTalking(bot.class) && <TalkLinks bot={bot} />}
        {form !== undefined && may.manage && project !== undefined && (
          <LinkButton icon="edit" href={`/studio/${form}`}>{t`Edit Form`}</LinkButton>
        )}
        {mayHaveKiosk(bot) && <LinkButton icon="device" href={`/automation/${id}/kiosk`}>{t`Kiosk`}</LinkButton>}
        {starts && may.update && <LinkButton icon="plus" href={`/automation/${id}/add`}>{t`Add Bot`}</LinkButton>}
      </nav>
      <PageLinks bot={bot} />
    </div>
  )
}

/** A link to the conversations of a bot that texts, and the button that starts them. */
function TalkLinks({ bot: { id, may, archived, disabled } }: { readonly bot: Bot }) {
  const { t } = useLingui()
  return (
    <>
      <LinkButton icon="message" href={`/automation/${id}/executions`}>{t`Conversations`}</LinkButton>
      {may.update && !archived && !disabled && <AskNow id={id} />}
    </>
  )
}

/** Starts the conversations of the bot with everyone on its list who was not asked today. */
function AskNow({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const online = useOnline()
  const begin = async () => {
    try {
      const { begun } = await ask(askNow, { id })
      const words = plural(begun, { one: '# person is asked now.', other: '# people are asked now.' })
      if (begun > 0) toast(words, 'success')
      else toast(t`No one is left to ask today. Everyone on the list was asked, or the list is empty.`, 'info')
    } catch (error) {
      toast((error instanceof Error && error.message) || t`This did not work. Try again when there is a connection.`, 'error')
    }
  }
  return <Button icon="message" disabled={!online} onClick={begin}>{t`Ask now`}</Button>
}

/** Links to the pages that the server describes for bots of this class. */
function PageLinks({ bot }: { readonly bot: Bot }) {
  const { t } = useLingui()
  const labels: Readonly<Record<BotPageName, string>> = {
    review: t`Review`,
    demo: t`Demo`,
    evidenceReview: t`Evidence`,
    registrations: t`Registrations`,
    people: t`People`,
    person: t`Person`,
    companies: t`Companies`,
    leadin: t`First texts`,
    manageTime: t`Time on site`,
    topics: t`Topics`,
  }
  const pages = pagesOfBot(bot)
  if (pages.length === 0) return null
  return (
    <nav className={styles.ways} aria-label={t`Pages of this bot`}>
      {pages.map((name) => (
        <LinkButton key={name} href={`/automation/${bot.id}/${name}`}>
          {labels[name]}
        </LinkButton>
      ))}
    </nav>
  )
}

type Bot = NonNullable<ReturnType<typeof useCached<typeof getBot>>['data']>

const mayHaveKiosk = ({ may, project, archived, class: botClass }: Bot) =>
  may.manage && project !== undefined && !archived && botClass !== 'broadcast'

/** Links to the form of a bot and to its records. */
function RecordLinks({ id, form, bot }: { readonly id: string; readonly form: string; readonly bot: Bot }) {
  const { t } = useLingui()
  return (
    <>
      {!bot.archived && (
        <LinkButton icon="file" href={`/frontend/forms/${form}`}>
          {bot.class === 'broadcast' ? t`Write Message` : t`Open Form`}
        </LinkButton>
      )}
      <LinkButton icon="list" href={`/frontend/arrived/${form}`}>{t`Records`}</LinkButton>
      {bot.may.manage && <LinkButton icon="download" href={`/api/automation/${id}/export.csv`} download>{t`Export`}</LinkButton>}
    </>
  )
}
