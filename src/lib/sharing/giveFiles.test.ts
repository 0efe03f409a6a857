import { expect, it, vi } from 'vitest'
import { giveFiles, onGivenFiles } from './giveFiles.ts'

const photo = new File(['photo'], 'photo.jpg', { type: 'image/jpeg' })

it('files wait for their field, and are not given to one that is shown too late', async () => {
  vi.useFakeTimers()
  try {
    const early = giveFiles('photos', [photo])
    const end = onGivenFiles('photos', async (files) => files)
    expect(await early).toEqual([photo])
    end()

    const never = giveFiles('hidden', [photo])
    await vi.runAllTimersAsync()
    expect(await never).toEqual([])
    const take = vi.fn(async (files: readonly File[]) => files)
    onGivenFiles('hidden', take)
    expect(take).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})
