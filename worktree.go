package smp
