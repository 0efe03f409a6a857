/** A picture that the app itself has, as an answer in examples. */
export const samplePicture = { id: '', filename: 'north-stair.png', url: '/icons/icon-192.png', type: 'image/png', size: 18_432 }
