import { expect, it, vi } from 'vitest'
import { giveFiles, onGivenFiles } from './giveFiles.ts'

const photo = new File(['photo'], 'photo.jpg', { type: 'image/jpeg' })

it('files wait for their field, and are not given to one that is shown too late', async () => {
  vi.useFakeTimers()
  try {
    const take = vi.fn(async () => undefined)
    const early = giveFiles('photos', [photo])
    const end = onGivenFiles('photos', take)
    await early
    expect(take).toHaveBeenCalledExactlyOnceWith([photo], undefined)
    end()

    take.mockClear()
    const never = giveFiles('hidden', [photo])
    await vi.runAllTimersAsync()
    await never
    onGivenFiles('hidden', take)
    expect(take).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})
