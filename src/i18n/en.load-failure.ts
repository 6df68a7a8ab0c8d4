/** English messages for a card that cannot be loaded. They are part of the element, not of the card. */
export const loadFailure = {
  loadFailed: 'This payment could not be loaded.',
  loadFailedText: 'Nothing you sent is lost. Check your connection and try again.',
};
