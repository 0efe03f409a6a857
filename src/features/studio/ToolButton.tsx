import { Button, type ButtonProps } from '../../ui/controls/Button.tsx'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'

/** Strokes on a 24 px grid, like the kit's; only the studio uses these. */
const paths = {
  copy: 'M9 8h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM4 15V5a1 1 0 0 1 1-1h10',
  up: 'M12 19V5m-6 6 6-6 6 6',
  down: 'M12 5v14m-6-6 6 6 6-6',
  out: 'M20 6v12M15 12H4m0 0 5-5m-5 5 5 5',
  into: 'M4 6v12m5-6h11m0 0-5-5m5 5-5 5',
  undo: 'M4 10h11a5 5 0 0 1 0 10h-4M4 10l4-4m-4 4 4 4',
  redo: 'M20 10H9a5 5 0 0 0 0 10h4m7-10-4-4m4 4-4 4',
  remove: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5m4-5v5',
  keys: 'M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M8 14h8',
} as const

/** A small square button of the studio; its label is for screen readers and the tooltip. */
export function ToolButton({
  sign,
  label,
  ...rest
}: { readonly sign: keyof typeof paths; readonly label: string } & Omit<ButtonProps, 'children' | 'icon' | 'square' | 'size' | 'ref'>) {
  const own = useFocusAfterRemoval()
  return (
    <Button
      kind="quiet"
      {...rest}
      ref={own}
      data-remove={sign === 'remove' || undefined}
      size="desk"
      square
      aria-label={label}
      title={label}
    >
      <svg
        width={18}
        height={18}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.9}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={paths[sign]} />
      </svg>
    </Button>
  )
}
