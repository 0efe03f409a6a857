import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { FormSettings } from '../../../../contract/forms/FormSettings.ts'
import { replacePlaceholders } from '../../../../contract/forms/replacePlaceholders.ts'
import { readableTexts } from '../../../../contract/forms/translateSettings.ts'
import { languages } from '../../../../contract/reference/languages.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { CheckField } from '../../../ui/controls/CheckField.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { childOf, type JsonNode, readJson } from '../../../../contract/forms/check/readJson.ts'
import type { TextHistory } from '../textHistory.ts'
import { translate } from './SettingsPane.tsx'
import * as styles from '../studio.module.css'

/** The languages to translate into; the texts of a form are in English. */
const into = ['es', 'pt'] as const

/** The texts that need a translation, once each, in the order of the form. */
function textsOf(form: FormSettings): readonly string[] {
  const texts = readableTexts(form).map(({ text }) => text)
  return [...new Set(texts)].filter((text) => /\p{L}{2}/u.test(replacePlaceholders(text, () => '')))
}

const isMissing = (form: FormSettings, text: string) => into.some((language) => !form.translations?.[language]?.[text])

interface TranslationsDialogProps {
  /** The last version of the form that could be read. */
  readonly form: FormSettings | undefined
  readonly history: TextHistory
}

/** The button and the dialog with all texts of the form beside their translations. */
export function TranslationsDialog({ form, history }: TranslationsDialogProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="desk" icon="globe" disabled={!form} onClick={() => setOpen(true)}>{t`Translations`}</Button>
      {open && form ? <Translations form={form} history={history} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface TranslationsProps {
  readonly form: FormSettings
  readonly history: TextHistory
  onClose(): void
}

interface TextRowProps {
  readonly text: string
  readonly history: TextHistory
  readonly translations: JsonNode | undefined
}

/** A text of the form with a box for each language. */
function TextRow({ text, history, translations }: TextRowProps) {
  const { t } = useLingui()
  return (
    <tr>
      <th scope="row" className={styles.source}>
        {text}
      </th>
      {into.map((language) => {
        const held = String(childOf(childOf(translations, language), text)?.value ?? '')
        return (
          <td key={language} data-missing={held === '' || undefined}>
            <TextArea
              data-desk
              rows={Math.min(6, Math.ceil(text.length / 40))}
              aria-label={t`${text} in ${languages[language]}`}
              lang={language}
              placeholder={t`Missing`}
              value={held}
              onChange={(event) => {
                const next = translate(history.text(), language, text, event.target.value)
                if (next !== undefined) history.write(next, 'typing')
              }}
            />
          </td>
        )
      })}
    </tr>
  )
}

function Translations({ form, history, onClose }: TranslationsProps) {
  const { t } = useLingui()
  const [onlyMissing, setOnlyMissing] = useState(false)
  const texts = useMemo(() => textsOf(form), [form])
  // The form lags behind the typing. A text box may not: it would lose letters.
  const file = useSyncExternalStore(history.subscribe, history.text)
  const translations = useMemo(() => childOf(readJson(file).root, 'translations'), [file])
  const missing = texts.filter((text) => isMissing(form, text))
  // The rows stay while their translations are typed.
  const [frozen, setFrozen] = useState<readonly string[]>([])
  const rows = onlyMissing ? texts.filter((text) => frozen.includes(text)) : texts
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Translations`}
      width={1100}
      fullBelow={900}
      actions={<Button kind="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      <div className={styles.tools}>
        <p role="status">
          {missing.length === 0 ? (
            <Trans>Every text is translated.</Trans>
          ) : (
            <Plural value={missing.length} one="# text is not translated yet." other="# texts are not translated yet." />
          )}
        </p>
        <CheckField
          label={t`Only what is missing`}
          checked={onlyMissing}
          onChange={(event) => {
            setFrozen(missing)
            setOnlyMissing(event.target.checked)
          }}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too */}
      <div className={styles.tableRoom} tabIndex={0} role="region" aria-label={t`Translations`}>
        <table className={styles.table} aria-label={t`Translations`}>
          <thead>
            <tr>
              <th scope="col">{languages.en}</th>
              {into.map((language) => (
                <th key={language} scope="col">
                  {languages[language]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((text) => (
              <TextRow key={text} text={text} history={history} translations={translations} />
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
