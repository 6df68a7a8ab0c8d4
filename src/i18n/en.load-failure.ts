/** English for a tag whose card cannot be loaded: it comes with the tag. */
export const loadFailure = {
  loadFailed: 'This payment could not be loaded.',
  loadFailedText: 'Nothing you sent is lost. Check your connection and try again.',
};
