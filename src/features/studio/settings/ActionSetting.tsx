import { useLingui } from '@lingui/react/macro'
import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { type ActionKind, actionKinds, partsOfMessage, readAction, writeAction } from './actionKinds.ts'
import { PropertyList } from './PropertyList.tsx'
import { isJson, type Json, objectIn, propertiesOf } from './settingKind.ts'
import type { ControlProps } from './SettingProps.ts'
import { choiceName } from './wordsOf.ts'
import * as styles from '../studio.module.css'

/** What happens, as a sentence: a verb from a menu, and what it acts on. */
export function ActionSetting({ name, label, help, problem, required, schema, value, onChange }: ControlProps) {
  const { t, i18n } = useLingui()
  const object = objectIn(schema)
  const sentences = useSentences()
  const messages = messagesIn(object)
  const written = typeof value === 'string' ? readAction(value) : undefined
  const message = isJson(value) ? String(value['message']) : undefined
  const chosen = message === undefined ? (written?.kind ?? '') : `message ${message}`
  const choose = (next: string) => {
    if (next === '') onChange(undefined)
    else if (next.startsWith('message ')) onChange({ message: next.slice('message '.length) })
    else onChange(writeAction({ kind: next as ActionKind, rest: next === 'address' || next === 'open:' ? '/' : '' }))
  }
  const takes = written && actionKinds.find(([kind]) => kind === written.kind)?.[1]
  return (
    <FieldGroup label={label} hint={help} error={problem}>
      <div className={styles.flag}>
        <Select data-desk aria-label={label} value={chosen} onChange={(event) => choose(event.target.value)}>
          <option value="" disabled={required}>
            {required ? t`Choose what happens` : t`Nothing`}
          </option>
          {actionKinds.map(([kind]) => (
            <option key={kind} value={kind}>
              {sentences[kind].does}
            </option>
          ))}
          {messages.map((one) => (
            <option key={one} value={`message ${one}`}>
              {choiceName(i18n, 'message', one)}
            </option>
          ))}
        </Select>
        {written && takes ? (
          <TextField
            data-desk
            label={sentences[written.kind].what ?? t`Address`}
            autoCapitalize="off"
            value={written.rest}
            onChange={(event) => onChange(writeAction({ ...written, rest: event.target.value }))}
          />
        ) : null}
        {message !== undefined && object ? (
          <PropertyList owner={name} schema={object} value={value} without={withoutFor(message, object)} onChange={onChange} />
        ) : null}
      </div>
    </FieldGroup>
  )
}

function messagesIn(object: Json | undefined): readonly string[] {
  const message = object && propertiesOf(object)['message']
  return Array.isArray(message?.['enum']) ? message['enum'].map(String) : []
}

/** The settings that a message does not use. */
function withoutFor(message: string, object: Json): ReadonlySet<string> {
  const parts = partsOfMessage[message]
  return new Set(['message', ...(parts ? Object.keys(propertiesOf(object)).filter((key) => !parts.includes(key)) : [])])
}

interface Sentence {
  readonly does: string
  /** What the text after it is. */
  readonly what?: string
}

function useSentences(): Readonly<Record<ActionKind, Sentence>> {
  const { t } = useLingui()
  return {
    back: { does: t`Go back` },
    address: { does: t`Go to an address`, what: t`Address, such as /ready or https://example.com` },
    'open:': { does: t`Open an address in a new tab`, what: t`Address, such as https://example.com` },
    'share:': { does: t`Share a text or an address`, what: t`What is shared` },
    close: { does: t`Close the window` },
    reload: { does: t`Load the page again` },
    nop: { does: t`Do nothing` },
    kioskrestart: { does: t`Start the kiosk again` },
    'rpc:': { does: t`Run an action of the server`, what: t`Name of the action` },
    'post:': { does: t`Send data to an address`, what: t`Address` },
    'patch:': { does: t`Change data at an address`, what: t`Address and data` },
    'action:': { does: t`Run another action`, what: t`Name of the action` },
  }
}
