import { chakra } from '../chakra.ts'

const Ring = chakra('span', {
  base: {
    display: 'inline-block',
    borderRadius: 'full',
    border: '3px solid',
    borderColor: 'border.default',
    borderTopColor: 'accent.solid',
    animation: 'm-turn 0.9s linear infinite',
  },
})

export function Spinner({ size = 40 }: { readonly size?: number }) {
  return <Ring aria-hidden="true" style={{ width: size, height: size }} />
}
