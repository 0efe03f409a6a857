import type { ControlState } from '../useField.ts'
import type { Option } from './rules.ts'
import * as controls from '../../ui/controls/controls.module.css'

interface OptionButtonsProps {
  readonly field: ControlState
  readonly options: readonly Option[]
  readonly kind: 'radio' | 'checkbox'
  isChosen(option: Option): boolean
  onPress(option: Option, chosen: boolean): void
}

const short = 16

/**
 * Choice cards with native radio buttons or check boxes; short names without descriptions are side by side.
 */
export function OptionButtons({ field, options, kind, isChosen, onPress }: OptionButtonsProps) {
  const beside = options.length <= 4 && options.every(({ name, description }) => name.length <= short && !description)
  const longest = Math.max(...options.map(({ name }) => name.length))
  // Yes, No and N/A fit side by side on the narrowest phone.
  const columns = beside ? { gridTemplateColumns: `repeat(auto-fit, minmax(${Math.min(8, 3.5 + longest * 0.5)}rem, 1fr))` } : undefined
  const radio = kind === 'radio' && {
    role: 'radiogroup',
    'aria-labelledby': `${field.id}-label`,
    'aria-required': field.required || undefined,
  }
  return (
    <div className={controls.choices} data-display={beside ? 'buttons' : undefined} style={columns} {...radio}>
      {options.map((option, index) => (
        <label key={String(option.value)} className={controls.choice} data-status={option.status}>
          <input
            id={index === 0 ? field.id : undefined}
            type={kind}
            name={field.id}
            checked={isChosen(option)}
            disabled={field.readOnly}
            aria-describedby={field.describedBy}
            onChange={(event) => onPress(option, event.target.checked)}
          />
          <span className={controls.choiceText}>
            {option.name}
            {option.description ? <span className={controls.choiceNote}>{option.description}</span> : null}
          </span>
        </label>
      ))}
    </div>
  )
}
