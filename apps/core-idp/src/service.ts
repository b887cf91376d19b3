import { defineService } from '@herald/service';
import { changePassword } from './change-password';
import { config } from './config';
import { createProfile } from './create-profile';
import { createRegisterType } from './create-register-type';
import { coreIdpDeps } from './deps';
import { listRegisterTypes } from './list-register-types';
import { requestPasswordChange } from './request-password-change';
import { personalData } from './personal-data';

export const service = defineService({
  name: 'core-idp',
  summary: 'Registration forms, profiles of users and the change of their passwords',
  needs: ['mail'],
  calls: ['company'],
  config,
  routes: { createRegisterType, listRegisterTypes, createProfile, requestPasswordChange, changePassword },
  personalData,
  deps: coreIdpDeps,
});
