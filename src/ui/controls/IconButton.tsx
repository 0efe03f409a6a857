import { Button, type ButtonProps } from './Button.tsx'
import type { IconName } from './Icon.tsx'

/** A square button with a label for screen readers and the tooltip. */
export function IconButton({
  icon,
  label,
  kind = 'quiet',
  ...rest
}: { readonly icon: IconName; readonly label: string } & Omit<ButtonProps, 'children' | 'icon' | 'square'>) {
  return <Button {...rest} kind={kind} icon={icon} square aria-label={label} title={label} />
}
