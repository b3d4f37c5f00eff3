/** The texts of the proof of a delivery. A translation is a second object of this shape. */
export const proofText = {
  title: 'Proof of delivery',
  ways: { signature: 'Signature', photo: 'Photo' },
  signHere: 'Sign above the line',
  noSignature: 'Field for the signature, empty',
  signed: 'Field for the signature, signed',
  clear: 'Clear',
  takePhoto: 'Take a photo',
  choosePhoto: 'Choose a photo',
  photoHint: 'JPG or PNG, at most 10 MB',
  photoTaken: 'The photo is ready.',
  receivedBy: 'Received by',
};
