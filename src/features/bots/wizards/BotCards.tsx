import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type BotSystem, type BotType, type CatalogueBot, catalogueBot, ofType } from '../../../../contract/reference/botCatalogue.ts'
import { sourceNames } from '../../../../contract/endpoints/projects.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { SearchBox } from '../SearchBox.tsx'
import { botDescriptions } from './botDescriptions.ts'
import * as styles from './botWizard.module.css'

/** Our own icons: a crane, a hard hat, a drawing. */
const marks: Readonly<Record<BotSystem, string>> = {
  construction: 'M5 21V5m0 0h15M5 9l5-4m7 0v6m-2 0h4v3h-4zM3 21h5',
  own: 'M3 17h18M5 17v-2a7 7 0 0 1 14 0v2M10 8V5.500h4V8M3 17v2.500h18V17',
  design: 'M4 20 9 4h2l5 16M6.500 13h7M17 4h4m-2-2v4',
}

function SystemLogo({ system }: { readonly system: BotSystem }) {
  return (
    <svg className={styles.cardLogo} data-system={system} role="img" aria-label={sourceNames[system]} viewBox="0 0 24 24" fill="none">
      <path d={marks[system]} stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** Returns the description of a bot in the reader's language. */
export function useBotDescription() {
  const { i18n } = useLingui()
  return (bot: CatalogueBot) => {
    const words = botDescriptions[bot.class]
    return words ? i18n._(words) : bot.description
  }
}

/** A bot of the catalogue to choose: its name, its description, and the bots it can start. */
export function BotCard({
  bot,
  chosen,
  onChoose,
}: {
  readonly bot: CatalogueBot
  readonly chosen?: boolean
  readonly onChoose: () => void
}) {
  const { t } = useLingui()
  const describe = useBotDescription()
  const source = bot.systems[0]
  const children = bot.childClasses.map((child) => catalogueBot(child, source)?.name ?? child)
  return (
    <button type="button" className={styles.card} aria-pressed={chosen} onClick={onChoose}>
      <span className={styles.cardHead}>
        <SystemLogo system={bot.system} />
        <strong>{bot.name}</strong>
        {bot.beta && <span className={styles.cardBeta}>{t`BETA`}</span>}
      </span>
      <span className={styles.cardWords}>{describe(bot)}</span>
      <span className={styles.cardCan}>
        <span>{t`Can Trigger`}</span>
        <span>{children.length > 0 ? children.join(' · ') : t`Not Applicable`}</span>
      </span>
    </button>
  )
}

/** The catalogue to choose from, filtered by words and by kind. */
export function BotCards({
  bots,
  chosen,
  heading: Heading = 'h3',
  onChoose,
}: {
  readonly bots: readonly CatalogueBot[]
  readonly chosen?: string | undefined
  /** One level below the heading of the surrounding section. */
  readonly heading?: 'h2' | 'h3'
  readonly onChoose: (bot: CatalogueBot) => void
}) {
  const { t } = useLingui()
  const describe = useBotDescription()
  const [text, setText] = useState('')
  const [type, setType] = useState<BotType>()
  const wanted = text.trim().toLowerCase()
  const found = ofType(bots, type).filter((bot) => wanted === '' || `${bot.name} ${describe(bot)}`.toLowerCase().includes(wanted))
  const kinds = [
    { label: t`Trigger Bots`, bots: ofType(found, 'trigger') },
    { label: t`Bots`, bots: ofType(found, 'bot') },
  ].filter((kind) => kind.bots.length > 0)
  return (
    <div className={styles.catalogue}>
      {bots.length > 6 && <SearchBox text={text} onSearch={setText} />}
      {bots.length > 6 && (
        <Select
          aria-label={t`Type`}
          value={type ?? ''}
          onChange={({ target }) => setType(target.value === '' ? undefined : (target.value as BotType))}
        >
          <option value="">{t`All bots`}</option>
          <option value="trigger">{t`Trigger Bots`}</option>
          <option value="bot">{t`Bots`}</option>
        </Select>
      )}
      {kinds.map((kind) => (
        <section key={kind.label}>
          <Heading>{kind.label}</Heading>
          <div className={styles.cards}>
            {kind.bots.map((bot) => (
              <BotCard key={bot.id} bot={bot} chosen={chosen === bot.id} onChoose={() => onChoose(bot)} />
            ))}
          </div>
        </section>
      ))}
      {found.length === 0 && <p role="status">{t`Nothing found`}</p>}
    </div>
  )
}
