// Original file: cv/resume/v1/resume.proto

import type { CvLinkInput as _cv_resume_v1_CvLinkInput, CvLink as _cv_resume_v1_CvLink } from '../../../cv/resume/v1/CvLink.ts';

export interface CvSharingInput {
  /**
   * The address of the page when the CV is published.
   */
  'pageUrl'?: (string);
  /**
   * The last part of the address. The main CV does not use it.
   */
  'slug'?: (string);
  /**
   * The oldest first, with the expired ones.
   */
  'links'?: (_cv_resume_v1_CvLinkInput)[];
  /**
   * Whether link previews show the name and the photo.
   */
  'previewName'?: (boolean);
  'previewPhoto'?: (boolean);
  /**
   * The owner's part of the address.
   */
  'userSlug'?: (string);
  /**
   * Earlier values of user_slug. They are reserved for the owner and lead to the CV. Empty in the response to RevokeCvLink.
   */
  'formerUserSlugs'?: (string)[];
}

export interface CvSharing {
  /**
   * The address of the page when the CV is published.
   */
  'pageUrl': (string);
  /**
   * The last part of the address. The main CV does not use it.
   */
  'slug': (string);
  /**
   * The oldest first, with the expired ones.
   */
  'links': (_cv_resume_v1_CvLink)[];
  /**
   * Whether link previews show the name and the photo.
   */
  'previewName': (boolean);
  'previewPhoto': (boolean);
  /**
   * The owner's part of the address.
   */
  'userSlug': (string);
  /**
   * Earlier values of user_slug. They are reserved for the owner and lead to the CV. Empty in the response to RevokeCvLink.
   */
  'formerUserSlugs': (string)[];
}
