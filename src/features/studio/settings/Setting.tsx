import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CalculationEditor } from '../expressions/CalculationEditor.tsx'
import { ActionSetting } from './ActionSetting.tsx'
import { CheckSetting } from './CheckSetting.tsx'
import { ChoiceSetting } from './ChoiceSetting.tsx'
import { ConditionSetting } from './ConditionSetting.tsx'
import { FlagSetting } from './FlagSetting.tsx'
import { GroupSetting } from './GroupSetting.tsx'
import { ItemsSetting } from './ItemsSetting.tsx'
import { LinesSetting } from './LinesSetting.tsx'
import { ListSetting } from './ListSetting.tsx'
import { OptionSetsSetting } from './OptionSetsSetting.tsx'
import { OptionsSetting } from './OptionsSetting.tsx'
import { PairsSetting } from './PairsSetting.tsx'
import { ColumnsSetting, QuestionSetting, QuestionsSetting } from './QuestionSetting.tsx'
import type { ControlProps, SettingProps } from './SettingProps.ts'
import { settingKind, type SettingKind } from './settingKind.ts'
import { TemplateSetting } from './TemplateSetting.tsx'
import { TextOrNoneSetting } from './TextOrNoneSetting.tsx'
import { NumberSetting, TextSetting, ValueSetting } from './TextSetting.tsx'
import { wordsOf } from './wordsOf.ts'

const CalculationSetting = ({ label, help, problem, value, onChange }: ControlProps) => (
  <CalculationEditor label={label} help={help} error={problem} value={typeof value === 'string' ? value : ''} onChange={onChange} />
)

const controls: Readonly<Record<SettingKind, (props: ControlProps) => ReactNode>> = {
  flag: FlagSetting,
  check: CheckSetting,
  choice: ChoiceSetting,
  number: NumberSetting,
  condition: ConditionSetting,
  calculation: CalculationSetting,
  template: TemplateSetting,
  text: TextSetting,
  lines: LinesSetting,
  question: QuestionSetting,
  questions: QuestionsSetting,
  columns: ColumnsSetting,
  list: ListSetting,
  options: OptionsSetting,
  optionSets: OptionSetsSetting,
  action: ActionSetting,
  items: ItemsSetting,
  textOrNone: TextOrNoneSetting,
  group: GroupSetting,
  pairs: PairsSetting,
  value: ValueSetting,
}

/** One setting with the control that its place in the schema calls for. */
export function Setting(props: SettingProps) {
  const { i18n } = useLingui()
  const { owner, name, schema } = props
  const { name: label, help } = wordsOf(i18n, owner, name, schema['description'])
  const Control = controls[settingKind(owner, name, schema)]
  return <Control {...props} label={label} help={help} />
}
