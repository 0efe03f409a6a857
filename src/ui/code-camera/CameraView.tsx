import { chakra } from '../chakra.ts'
import type { CodeCamera } from './useCodeCamera.ts'

const View = chakra('div', {
  base: {
    position: 'relative',
    borderRadius: 'lg',
    overflow: 'hidden',
    bg: 'black',
    aspectRatio: '3 / 4',
    maxHeight: '60dvh',
    width: 'full',
  },
})
const Video = chakra('video', { base: { width: 'full', height: 'full', objectFit: 'cover' } })
const Aim = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    margin: 'auto',
    width: '62%',
    aspectRatio: '1',
    borderRadius: 'lg',
    border: '4px solid white',
    boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.35)',
    pointerEvents: 'none',
  },
})

/** The camera image, with a frame for the code. */
export function CameraView({ camera, label }: { readonly camera: CodeCamera; readonly label: string }) {
  return (
    <View>
      <Video ref={camera.video} muted playsInline aria-label={label} />
      <Aim />
    </View>
  )
}
